// Fused multiply-adds in integers against those of the host.
#include <catch2/catch.hpp>

#include "hard_floats.h"

#include "runtime_lib/fma_f32.h"
#include "runtime_lib/fma_f64.h"

namespace {

using hard_floats::same;

float fused(float a, float b, float c) {
    return fma_f32(a, b, c);
}
double fused(double a, double b, double c) {
    return fma_f64(a, b, c);
}

// Counts, so that a wrong function does not print a million lines.
template <typename F>
struct Differences {
    int count = 0;
    F a = 0, b = 0, c = 0;

    void check(F x, F y, F z) {
        if (same(fused(x, y, z), std::fma(x, y, z))) return;
        ++count;
        a = x, b = y, c = z;
    }
};

template <typename F>
void check_hard_values() {
    const std::vector<F> list = hard_floats::values<F>();
    Differences<F> differences;
    for (const F a : list)
        for (const F b : list)
            for (const F c : list) differences.check(a, b, c);
    INFO(std::hexfloat << differences.a << " * " << differences.b << " + " << differences.c);
    CHECK(differences.count == 0);
}

// Also where the sum is what the product's rounding has cut off, or nearly.
template <typename F>
void check_random_values() {
    std::mt19937_64 random(7);
    Differences<F> differences;
    for (int i = 0; i < 300'000; ++i) {
        const F a = hard_floats::random_value<F>(random), b = hard_floats::random_value<F>(random);
        const F c = hard_floats::random_value<F>(random);
        differences.check(a, b, c);
        differences.check(a, b, -(a * b));
        differences.check(a, b, std::nextafter(-(a * b), c));
        differences.check(a, b, (a * b) * std::ldexp(F(1), static_cast<int>(random() % 128) - 64));
    }
    INFO(std::hexfloat << differences.a << " * " << differences.b << " + " << differences.c);
    CHECK(differences.count == 0);
}

} // namespace

TEST_CASE("fma_f32 has the bits of std::fma for all triples of hard values", "[runtime_lib]") {
    check_hard_values<float>();
}

TEST_CASE("fma_f64 has the bits of std::fma for all triples of hard values", "[runtime_lib]") {
    check_hard_values<double>();
}

TEST_CASE("fma_f32 and fma_f64 have the bits of std::fma for random values and where sums cancel", "[runtime_lib]") {
    check_random_values<float>();
    check_random_values<double>();
}
