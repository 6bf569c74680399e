// Vectors of corners and random bits, and whether two are alike.
#pragma once

#include <stdint.h>
#include <string.h>

static inline uint64_t random_bits() {
    static uint64_t state = 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

// Small numbers, halves, the largest integers, infinities, NaN, subnormals; else any bits.
static inline void fill(float& x) {
    static const float corners[] = {0.0f,
                                    -0.0f,
                                    1.0f,
                                    -1.0f,
                                    2.5f,
                                    -3.5f,
                                    127.0f,
                                    128.0f,
                                    255.5f,
                                    32767.0f,
                                    65504.0f,
                                    65520.0f,
                                    2147483648.0f,
                                    -2147483648.0f,
                                    3e38f,
                                    1e-40f,
                                    -6e-8f,
                                    1.0009765625f,
                                    __builtin_inff(),
                                    -__builtin_inff(),
                                    __builtin_nanf("")};
    const uint64_t bits = random_bits();
    const uint32_t low = static_cast<uint32_t>(bits);
    if (bits >> 62 != 0)
        memcpy(&x, &low, sizeof x);
    else
        x = corners[bits % (sizeof corners / sizeof *corners)];
}
static inline void fill(double& x) {
    float narrow;
    fill(narrow);
    const uint64_t bits = random_bits();
    if (bits >> 63 != 0)
        x = static_cast<double>(narrow);
    else
        memcpy(&x, &bits, sizeof x);
}
template <typename Integer>
static inline void fill(Integer& x) {
    x = static_cast<Integer>(random_bits());
}

template <typename Vector>
using ElementOf = __typeof__(Vector{}[0] + 0);
template <typename Vector>
constexpr int lanes_of() {
    return static_cast<int>(sizeof(Vector) / sizeof(Vector{}[0]));
}

template <typename Vector>
static inline Vector some() {
    Vector x;
    for (int lane = 0; lane < lanes_of<Vector>(); ++lane) {
        __typeof__(x[0] + 0) element;
        fill(element);
        x[lane] = static_cast<__typeof__(x[0] + 0)>(element);
    }
    return x;
}

template <typename Vector>
static inline bool alike(const Vector& a, const Vector& b) {
    for (int lane = 0; lane < lanes_of<Vector>(); ++lane) {
        const auto x = a[lane], y = b[lane];
        if (memcmp(&x, &y, sizeof x) != 0 && (x == x || y == y)) return false;
    }
    return true;
}
