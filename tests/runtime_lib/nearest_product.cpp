// The nearest integer of a product with a scale: from integers it is what the float gives.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "runtime_lib/nearest_product.h"

namespace {

struct Bounds {
    int32_t low, high;
};
constexpr Bounds kBounds[] = {{-128, 127}, {0, 255}, {-511, 511}, {-32768, 32767}, {-4194304, 4194304}, {0, 0}};

// By double, in which the product of the rounded integer is exact.
int32_t expected(int32_t x, float scale, const Bounds& bounds) {
    const double product = static_cast<double>(static_cast<float>(x)) * static_cast<double>(scale);
    const float y = static_cast<float>(product);
    if (std::isnan(y)) return 0;
    const double nearest = std::nearbyint(static_cast<double>(y));
    return static_cast<int32_t>(std::fmin(std::fmax(nearest, bounds.low), bounds.high));
}

int wrong(int32_t x, float scale) {
    int count = 0;
    for (const Bounds& bounds : kBounds) {
        const int32_t y = expected(x, scale, bounds);
        count += nearest_of_integer_product(x, scale, bounds.low, bounds.high) != y;
        count += nearest_of_float_product(x, scale, bounds.low, bounds.high) != y;
        count += nearest_product_s32(x, scale, bounds.low, bounds.high) != y;
    }
    return count;
}

} // namespace

TEST_CASE("scaled integers of all sizes are the nearest integers of the floats") {
    std::mt19937 source(1);
    const auto random = [&] { return static_cast<uint32_t>(source()); };
    int count = 0;
    for (int i = 0; i < 2000000; ++i) {
        const int32_t x = static_cast<int32_t>(random()) >> random() % 32;
        const uint32_t bits = (random() & 0x807fffffu) | (90u + random() % 42) << 23;
        count += wrong(x, f32_from_bits(bits));
    }
    CHECK(count == 0);
}

TEST_CASE("scaled integers at ties and next to them are the nearest integers of the floats") {
    int count = 0;
    for (int32_t tie = -259; tie <= 259; tie += 2) // halves
        for (int32_t x : {3, 7, 100, 12345, 1000003, 16777217, 2147483647, -5, -77777}) {
            const float scale = static_cast<float>(0.5 * tie / x);
            for (const float near : {scale, std::nextafter(scale, 0.0f), std::nextafter(scale, 1e9f)})
                count += wrong(x, near);
        }
    for (int exponent = 1; exponent <= 32; ++exponent) // exact ties
        for (int32_t x = -3000; x <= 3000; ++x) count += wrong(x, std::ldexp(1.0f, -exponent));
    CHECK(count == 0);
}

TEST_CASE("integers scaled by no usual scale are the nearest integers of the floats") {
    using Limits = std::numeric_limits<float>;
    int count = 0;
    for (const float scale :
         {0.0f, -0.0f, 1.0f, 1.5f, 1e20f, 1e-20f, Limits::min(), Limits::denorm_min(), Limits::max(),
          Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), 0.99999994f, 0x1p-33f})
        for (const int32_t x : {0, 1, -1, 2, 8388607, 16777217, -16777219, 2147483647, -2147483647 - 1})
            count += wrong(x, scale) + wrong(x, -scale);
    CHECK(count == 0);
}
