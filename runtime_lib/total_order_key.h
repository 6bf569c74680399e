#pragma once

#include <stdint.h>

#include "bits.h"

// An integer in the total order -NaN < -inf < ... < -0 < +0 < ... < inf < NaN.
static inline int32_t total_order_key_f32(float x) noexcept {
    const uint32_t bits = bits_from_f32(x);
    return static_cast<int32_t>(bits ^ (0x7fffffffu & (0u - (bits >> 31))));
}

// An integer in the total order -NaN < -inf < ... < -0 < +0 < ... < inf < NaN.
static inline int64_t total_order_key_f64(double x) noexcept {
    const uint64_t bits = bits_from_f64(x);
    return static_cast<int64_t>(bits ^ (UINT64_C(0x7fffffffffffffff) & (UINT64_C(0) - (bits >> 63))));
}
