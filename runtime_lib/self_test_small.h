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

// As sums_near_f32.
static inline bool sums_near_f4e2m1fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f4e2m1fn(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e3m4(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e3m4(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e4m3(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e4m3(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e4m3b11fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                           float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e4m3b11fnuz(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e4m3fn(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                      float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e4m3fn(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e4m3fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e4m3fnuz(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e5m2(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                    float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e5m2(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e5m2fnuz(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                        float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e5m2fnuz(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}

// As sums_near_f32.
static inline bool sums_near_f8e8m0fnu(const uint8_t* elements, size_t count, size_t run, const float* expected,
                                       float relative, float absolute) noexcept {
    for (size_t i = 0; i < count; ++expected) {
        float sum = 0.0f;
        float size = 0.0f;
        for (const size_t end = end_of_run(i, run, count); i < end; ++i) {
            const float element = f32_from_f8e8m0fnu(elements[i]);
            sum += element;
            size += element < 0.0f ? -element : element;
        }
        if (!near_sum_f32(sum, size, *expected, relative, absolute)) return false;
    }
    return true;
}
