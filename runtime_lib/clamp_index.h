#include <stdint.h>

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_s32(int32_t value, int32_t low, int32_t high) noexcept {
    return value < low ? low : value > high ? high : value;
}

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_u32(uint32_t value, int32_t low, int32_t high) noexcept {
    if (high < 0 || value > static_cast<uint32_t>(high)) return high;
    return static_cast<int32_t>(value) < low ? low : static_cast<int32_t>(value);
}

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_s64(int64_t value, int32_t low, int32_t high) noexcept {
    return value < low ? low : value > high ? high : static_cast<int32_t>(value);
}

// The run-time index `value`, clamped to [low, high].
static inline int32_t clamp_index_u64(uint64_t value, int32_t low, int32_t high) noexcept {
    return clamp_index_s64(value > INT64_MAX ? INT64_MAX : static_cast<int64_t>(value), low, high);
}

// The run-time index `value`, clamped to [low, high].
static inline int64_t clamp_index_wide_s64(int64_t value, int64_t low, int64_t high) noexcept {
    return value < low ? low : value > high ? high : value;
}

// The run-time index `value`, clamped to [low, high].
static inline int64_t clamp_index_wide_u64(uint64_t value, int64_t low, int64_t high) noexcept {
    return clamp_index_wide_s64(value > INT64_MAX ? INT64_MAX : static_cast<int64_t>(value), low, high);
}
