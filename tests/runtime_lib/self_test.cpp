#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "sample.h"
#include "self_test.h"

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();

bool near(const std::vector<float>& got, size_t run, const std::vector<float>& expected) {
    return sums_near_f32(got.data(), got.size(), run, expected.data(), 1e-5f, 1e-6f);
}

bool integers_near(const std::vector<int8_t>& got, size_t run, const std::vector<uint32_t>& expected, uint32_t most) {
    return sums_near_s8(got.data(), got.size(), run, expected.data(), most);
}

} // namespace

TEST_CASE("crc32_words is the CRC-32 of zlib, also in parts, and finds each flipped bit", "[self_test]") {
    char text[] = "123456789";
    CHECK(crc32_words(0, text, 9, 1) == 0xcbf43926u);
    CHECK(crc32_words(crc32_words(0, text, 4, 1), text + 4, 5, 1) == 0xcbf43926u);
    std::set<uint32_t> seen = {0xcbf43926u};
    for (int bit = 0; bit < 72; ++bit) {
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
        CHECK(seen.insert(crc32_words(0, text, 9, 1)).second);
        text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
    }
}

TEST_CASE("sums of floats may be off by the tolerance and no more", "[self_test]") {
    CHECK(near({1, 2, 3}, 1, {1, 2, 3}));
    CHECK(near({1, 2, 3}, 2, {3, 3}));
    CHECK(near({1, 2, 3}, 1, {1, 2.00001f, 3}));
    CHECK_FALSE(near({1, 2, 3}, 1, {1, 2, 3.0001f}));
    CHECK_FALSE(near({1, 2, 3}, 2, {3.0001f, 3}));
    CHECK_FALSE(near({1e30f}, 1, {1}));
    CHECK(near({1e6f, -1e6f}, 2, {1})); // as near as such elements are known
    CHECK(near({}, 1, {}));
}

TEST_CASE("an infinity or NaN must be one where it is expected", "[self_test]") {
    CHECK(near({kInfinity, kNaN, -kInfinity}, 1, {kInfinity, kNaN, -kInfinity}));
    CHECK_FALSE(near({kInfinity}, 1, {1}));
    CHECK_FALSE(near({kInfinity}, 1, {-kInfinity}));
    CHECK_FALSE(near({1}, 1, {kInfinity}));
    CHECK_FALSE(near({kNaN}, 1, {1}));
    CHECK_FALSE(near({1}, 1, {kNaN}));
}

TEST_CASE("sums of integers wrap around, and are off by `most` together", "[self_test]") {
    CHECK(integers_near({-1, 2, -3}, 1, {0xffffffffu, 2, 0xfffffffdu}, 0));
    CHECK(integers_near({-1, 2, -3}, 2, {1, 0xfffffffdu}, 0));
    CHECK_FALSE(integers_near({-1, 2}, 1, {0, 2}, 0));
    CHECK(integers_near({-1, 2}, 1, {0, 2}, 1));
    CHECK_FALSE(integers_near({-1, 2}, 1, {0, 1}, 1));
    CHECK(integers_near({-1, 2}, 1, {0, 1}, 2));
}

TEST_CASE("samples are in their range, exact in their type, and spread", "[self_test]") {
    for (const bool positive : {false, true}) {
        std::vector<float> floats(4000);
        std::vector<double> doubles(4000);
        std::vector<uint16_t> f16(4000), bf16(4000);
        sample_f32(floats.data(), floats.size(), 3, positive);
        sample_f64(doubles.data(), doubles.size(), 3, positive);
        sample_f16(f16.data(), f16.size(), 3, positive);
        sample_bf16(bf16.data(), bf16.size(), 3, positive);
        double sum = 0;
        for (size_t i = 0; i < floats.size(); ++i) {
            for (const double x :
                 {static_cast<double>(floats[i]), doubles[i], static_cast<double>(f32_from_f16(f16[i])),
                  static_cast<double>(f32_from_bf16(bf16[i]))}) {
                CHECK(x >= (positive ? 0.25 : -1));
                CHECK(x < 1.0001); // doubles add less than 2^-24
            }
            sum += static_cast<double>(floats[i]);
        }
        CHECK(std::abs(sum / 4000 - (positive ? 0.625 : 0)) < 0.03);
    }
    std::vector<uint8_t> preds(64);
    sample_integers(preds.data(), preds.size(), 1, 0, 1);
    CHECK(std::set<uint8_t>(preds.begin(), preds.end()) == std::set<uint8_t>{0, 1});
}
