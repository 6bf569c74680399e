#pragma once

#include <stdint.h>

// x towards zero, saturating; NaN is 0.
static inline int8_t s8_from_f32(float x) noexcept {
    const float raised = x > -128.0f ? x : -128.0f;
    const float bounded = raised < 127.0f ? raised : 127.0f;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int16_t s16_from_f32(float x) noexcept {
    const float raised = x > -32768.0f ? x : -32768.0f;
    const float bounded = raised < 32767.0f ? raised : 32767.0f;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int16_t>(whole) : static_cast<int16_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int32_t s32_from_f32(float x) noexcept {
    const float raised = x > -2147483648.0f ? x : -2147483648.0f;
    const float bounded = raised < 2147483648.0f ? raised : 0.0f;
    const int32_t whole = static_cast<int32_t>(bounded);
    const int32_t lowered = x >= 2147483648.0f ? INT32_MAX : whole;
    return x == x ? lowered : 0;
}

// x towards zero, saturating; NaN is 0.
static inline int64_t s64_from_f32(float x) noexcept {
    const float raised = x > -9223372036854775808.0f ? x : -9223372036854775808.0f;
    const float bounded = raised < 9223372036854775808.0f ? raised : 0.0f;
    const int64_t whole = static_cast<int64_t>(bounded);
    const int64_t lowered = x >= 9223372036854775808.0f ? INT64_MAX : whole;
    return x == x ? lowered : 0;
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u8_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 255.0f ? raised : 255.0f;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint16_t u16_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 65535.0f ? raised : 65535.0f;
    return static_cast<uint16_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint32_t u32_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 4294967296.0f ? raised : 0.0f;
    const uint32_t whole = static_cast<uint32_t>(bounded);
    return x >= 4294967296.0f ? UINT32_MAX : whole;
}

// x towards zero, saturating; NaN is 0.
static inline uint64_t u64_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 18446744073709551616.0f ? raised : 0.0f;
    const uint64_t whole = static_cast<uint64_t>(bounded);
    return x >= 18446744073709551616.0f ? UINT64_MAX : whole;
}

// x towards zero, saturating; NaN is 0.
static inline int8_t s8_from_f64(double x) noexcept {
    const double raised = x > -128.0 ? x : -128.0;
    const double bounded = raised < 127.0 ? raised : 127.0;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int16_t s16_from_f64(double x) noexcept {
    const double raised = x > -32768.0 ? x : -32768.0;
    const double bounded = raised < 32767.0 ? raised : 32767.0;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int16_t>(whole) : static_cast<int16_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int32_t s32_from_f64(double x) noexcept {
    const double raised = x > -2147483648.0 ? x : -2147483648.0;
    const double bounded = raised < 2147483647.0 ? raised : 2147483647.0;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? whole : 0;
}

// x towards zero, saturating; NaN is 0.
static inline int64_t s64_from_f64(double x) noexcept {
    const double raised = x > -9223372036854775808.0 ? x : -9223372036854775808.0;
    const double bounded = raised < 9223372036854775808.0 ? raised : 0.0;
    const int64_t whole = static_cast<int64_t>(bounded);
    const int64_t lowered = x >= 9223372036854775808.0 ? INT64_MAX : whole;
    return x == x ? lowered : 0;
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u8_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 255.0 ? raised : 255.0;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint16_t u16_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 65535.0 ? raised : 65535.0;
    return static_cast<uint16_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint32_t u32_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 4294967295.0 ? raised : 4294967295.0;
    return static_cast<uint32_t>(bounded);
}

// x towards zero, saturating; NaN is 0.
static inline uint64_t u64_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 18446744073709551616.0 ? raised : 0.0;
    const uint64_t whole = static_cast<uint64_t>(bounded);
    return x >= 18446744073709551616.0 ? UINT64_MAX : whole;
}

// x towards zero, saturating; NaN is 0.
static inline int8_t s2_from_f32(float x) noexcept {
    const float raised = x > -2.0f ? x : -2.0f;
    const float bounded = raised < 1.0f ? raised : 1.0f;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int8_t s4_from_f32(float x) noexcept {
    const float raised = x > -8.0f ? x : -8.0f;
    const float bounded = raised < 7.0f ? raised : 7.0f;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u2_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 3.0f ? raised : 3.0f;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u4_from_f32(float x) noexcept {
    const float raised = x > 0.0f ? x : 0.0f; // NaN too
    const float bounded = raised < 15.0f ? raised : 15.0f;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline int8_t s2_from_f64(double x) noexcept {
    const double raised = x > -2.0 ? x : -2.0;
    const double bounded = raised < 1.0 ? raised : 1.0;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline int8_t s4_from_f64(double x) noexcept {
    const double raised = x > -8.0 ? x : -8.0;
    const double bounded = raised < 7.0 ? raised : 7.0;
    const int32_t whole = static_cast<int32_t>(bounded);
    return x == x ? static_cast<int8_t>(whole) : static_cast<int8_t>(0);
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u2_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 3.0 ? raised : 3.0;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}

// x towards zero, saturating; NaN is 0.
static inline uint8_t u4_from_f64(double x) noexcept {
    const double raised = x > 0.0 ? x : 0.0; // NaN too
    const double bounded = raised < 15.0 ? raised : 15.0;
    return static_cast<uint8_t>(static_cast<int32_t>(bounded));
}
