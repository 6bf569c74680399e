// tests/bench/soft_float/random_pairs.cpp is the long run of the random ones.
#include <catch2/catch.hpp>

#include "soft_float_check.h"

namespace {

using soft_float_check::Differences;

void check_none(const Differences& differences) {
    INFO(differences.first);
    CHECK(differences.count == 0);
}

template <typename F>
void check_hard_pairs() {
    Differences differences;
    for (const F a : hard_floats::values<F>())
        for (const F b : hard_floats::values<F>()) differences.pair(a, b);
    check_none(differences);
}

} // namespace

TEST_CASE("arithmetic in integers has the host's bits for all pairs of hard values", "[runtime_lib]") {
    check_hard_pairs<float>();
    check_hard_pairs<double>();
}

TEST_CASE("arithmetic in integers has the host's bits for random values", "[runtime_lib]") {
    Differences differences;
    soft_float_check::random_pairs<float>(1'000'000, 1, differences);
    soft_float_check::random_pairs<double>(1'000'000, 2, differences);
    check_none(differences);
}

TEST_CASE("conversions in integers have the host's bits", "[runtime_lib]") {
    Differences differences;
    for (const float single : hard_floats::values<float>())
        for (const double wide : hard_floats::values<double>())
            for (const int32_t integer : {0, 1, -1, 0x1000001, 0x1000003, std::numeric_limits<int32_t>::max(),
                                          std::numeric_limits<int32_t>::min()})
                differences.conversions(single, wide, integer);
    soft_float_check::random_conversions(300'000, 3, differences);
    check_none(differences);
}

TEST_CASE("products from halves, for machines without a wide multiplication, are the whole products", "[runtime_lib]") {
    std::mt19937_64 random(4);
    for (int i = 0; i < 100'000; ++i) {
        const uint32_t a = static_cast<uint32_t>(random() >> random() % 64),
                       b = static_cast<uint32_t>(random() >> random() % 64);
        const uint64_t significand_a = (a & 0x7fffffu) | 0x800000u, significand_b = (b & 0x7fffffu) | 0x800000u;
        REQUIRE(product_of_halves_u32(a, b) == static_cast<uint64_t>(a) * b);
        REQUIRE(product_of_halves_u16(a & 0xffffu, b) == static_cast<uint64_t>(a & 0xffffu) * b);
        REQUIRE(significand_product_of_halves_f32(a, b) == significand_a * significand_b << 8);
    }
}
