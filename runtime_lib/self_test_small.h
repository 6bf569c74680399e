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

static inline float f4e2m1fn_at(const void* elements, size_t i) {
    return f32_from_f4e2m1fn(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f4e2m1fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    return sums_near(elements, f4e2m1fn_at, count, run, expected, relative, absolute);
}

static inline float f8e3m4_at(const void* elements, size_t i) {
    return f32_from_f8e3m4(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e3m4(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, f8e3m4_at, count, run, expected, relative, absolute);
}

static inline float f8e4m3_at(const void* elements, size_t i) {
    return f32_from_f8e4m3(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e4m3(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, f8e4m3_at, count, run, expected, relative, absolute);
}

static inline float f8e4m3b11fnuz_at(const void* elements, size_t i) {
    return f32_from_f8e4m3b11fnuz(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e4m3b11fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                           float relative, float absolute) noexcept {
    return sums_near(elements, f8e4m3b11fnuz_at, count, run, expected, relative, absolute);
}

static inline float f8e4m3fn_at(const void* elements, size_t i) {
    return f32_from_f8e4m3fn(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e4m3fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    return sums_near(elements, f8e4m3fn_at, count, run, expected, relative, absolute);
}

static inline float f8e4m3fnuz_at(const void* elements, size_t i) {
    return f32_from_f8e4m3fnuz(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e4m3fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    return sums_near(elements, f8e4m3fnuz_at, count, run, expected, relative, absolute);
}

static inline float f8e5m2_at(const void* elements, size_t i) {
    return f32_from_f8e5m2(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e5m2(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    return sums_near(elements, f8e5m2_at, count, run, expected, relative, absolute);
}

static inline float f8e5m2fnuz_at(const void* elements, size_t i) {
    return f32_from_f8e5m2fnuz(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e5m2fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    return sums_near(elements, f8e5m2fnuz_at, count, run, expected, relative, absolute);
}

static inline float f8e8m0fnu_at(const void* elements, size_t i) {
    return f32_from_f8e8m0fnu(static_cast<const uint8_t*>(elements)[i]);
}

// As sums_near.
static inline bool sums_near_f8e8m0fnu(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                       float relative, float absolute) noexcept {
    return sums_near(elements, f8e8m0fnu_at, count, run, expected, relative, absolute);
}
