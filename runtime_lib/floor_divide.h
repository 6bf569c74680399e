#include <stdint.h>

// a / b, rounded down; b > 0.
static inline int32_t floor_divide_s32(int32_t a, int32_t b) noexcept {
    return a / b - (a % b < 0 ? 1 : 0);
}

// a / b, rounded down; b > 0.
static inline int64_t floor_divide_s64(int64_t a, int64_t b) noexcept {
    return a / b - (a % b < 0 ? 1 : 0);
}

// a - b * floor(a / b), in [0, b); b > 0.
static inline int32_t floor_modulo_s32(int32_t a, int32_t b) noexcept {
    return a % b < 0 ? a % b + b : a % b;
}

// a - b * floor(a / b), in [0, b); b > 0.
static inline int64_t floor_modulo_s64(int64_t a, int64_t b) noexcept {
    return a % b < 0 ? a % b + b : a % b;
}
