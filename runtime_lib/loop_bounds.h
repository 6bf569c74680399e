#include <stdint.h>

// The larger of two loop bounds.
static inline int32_t later_s32(int32_t a, int32_t b) noexcept {
    return a > b ? a : b;
}

// The larger of two loop bounds.
static inline int64_t later_s64(int64_t a, int64_t b) noexcept {
    return a > b ? a : b;
}

// The smaller of two loop bounds.
static inline int32_t earlier_s32(int32_t a, int32_t b) noexcept {
    return a < b ? a : b;
}

// The smaller of two loop bounds.
static inline int64_t earlier_s64(int64_t a, int64_t b) noexcept {
    return a < b ? a : b;
}
