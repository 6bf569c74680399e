#pragma once

#include <stddef.h>
#include <stdint.h>

#include "f4e2m1fn.h"
#include "f8e3m4.h"
#include "f8e4m3.h"
#include "f8e4m3b11fnuz.h"
#include "f8e4m3fn.h"
#include "f8e4m3fnuz.h"
#include "f8e5m2.h"
#include "f8e5m2fnuz.h"
#include "f8e8m0fnu.h"
#include "self_test.h"

// As sums_near.
static inline bool sums_near_f4e2m1fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f4e2m1fn);
}

// As sums_near.
static inline bool sums_near_f8e3m4(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e3m4);
}

// As sums_near.
static inline bool sums_near_f8e4m3(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e4m3);
}

// As sums_near.
static inline bool sums_near_f8e4m3b11fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                           float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e4m3b11fnuz);
}

// As sums_near.
static inline bool sums_near_f8e4m3fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e4m3fn);
}

// As sums_near.
static inline bool sums_near_f8e4m3fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e4m3fnuz);
}

// As sums_near.
static inline bool sums_near_f8e5m2(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e5m2);
}

// As sums_near.
static inline bool sums_near_f8e5m2fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e5m2fnuz);
}

// As sums_near.
static inline bool sums_near_f8e8m0fnu(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                       float relative, float absolute) noexcept {
    return sums_near(elements, count, run, expected, relative, absolute, f32_from_f8e8m0fnu);
}
