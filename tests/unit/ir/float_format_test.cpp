#include <catch2/catch.hpp>

#include <cmath>

#include "ir/float_format.h"

using namespace hlo2cpp;

namespace {

constexpr ElementType kNarrow[] = {
    ElementType::F4E2M1FN, ElementType::F6E2M3FN,   ElementType::F6E3M2FN,      ElementType::F8E3M4,
    ElementType::F8E4M3,   ElementType::F8E4M3FN,   ElementType::F8E4M3B11FNUZ, ElementType::F8E4M3FNUZ,
    ElementType::F8E5M2,   ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU,     ElementType::BF16,
    ElementType::F16};

} // namespace

TEST_CASE("every number of every narrow type is its own nearest") {
    for (const ElementType type : kNarrow)
        for (std::uint64_t bits = 0; bits < std::uint64_t{1} << info(type).bits; ++bits) {
            const double value = decode_float(type, bits);
            if (std::isnan(value)) continue;
            INFO(info(type).name << " " << bits);
            REQUIRE(encode_float(type, value) == bits);
        }
}

TEST_CASE("halfway between two numbers the even pattern is taken, and of exponents alone the larger") {
    for (const ElementType type : kNarrow)
        for (std::uint64_t bits = 0; bits + 1 < std::uint64_t{1} << (info(type).bits - 1); ++bits) {
            const double low = decode_float(type, bits);
            const double high = decode_float(type, bits + 1);
            if (!std::isfinite(low) || !std::isfinite(high)) continue;
            INFO(info(type).name << " " << bits);
            const std::uint64_t up = type == ElementType::F8E8M0FNU ? 1 : bits % 2;
            REQUIRE(encode_float(type, (low + high) / 2) == bits + up);
            REQUIRE(encode_float(type, std::nextafter((low + high) / 2, low)) == bits);
            REQUIRE(encode_float(type, std::nextafter((low + high) / 2, high)) == bits + 1);
        }
}

TEST_CASE("what a type cannot hold has no pattern") {
    CHECK(encode_float(ElementType::F16, 65519.9) == 0x7bff);
    CHECK(!encode_float(ElementType::F16, 65520));
    CHECK(!encode_float(ElementType::F8E4M3FN, HUGE_VAL));
    CHECK(!encode_float(ElementType::F4E2M1FN, std::nan("")));
    CHECK(!encode_float(ElementType::F8E8M0FNU, -1));
    CHECK(!encode_float(ElementType::F8E8M0FNU, 0));
    CHECK(encode_float(ElementType::F8E8M0FNU, 1.4999) == 127);
    CHECK(encode_float(ElementType::F8E8M0FNU, 1.5) == 128);
    CHECK(encode_float(ElementType::F8E8M0FNU, 3) == 129);
    CHECK(encode_float(ElementType::F8E5M2, HUGE_VAL) == 0x7c);
}
