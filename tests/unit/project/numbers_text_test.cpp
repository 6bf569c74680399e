#include <cstring>
#include <limits>

#include <catch2/catch.hpp>

#include "project/numbers_text.h"

namespace hlo2cpp {
namespace {

template <typename T>
std::string text_of(ElementType type, T value) {
    Literal literal = Literal::zeros(Shape::array(type, {2}));
    std::memcpy(literal.bytes.data() + sizeof value, &value, sizeof value);
    return printed_text(literal, 1);
}

TEST_CASE("numbers are printed with six decimals, large and small ones with an exponent", "[project]") {
    CHECK(text_of(ElementType::F32, 0.25F) == " 0.250000");
    CHECK(text_of(ElementType::F32, -3.0F) == " -3.000000");
    CHECK(text_of(ElementType::F64, 1.5e6) == " 1.500000e+06");
    CHECK(text_of(ElementType::F64, -0.00001) == " -1.000000e-05");
    CHECK(text_of(ElementType::F32, 0.0F) == " 0.000000");
    CHECK(text_of(ElementType::F32, -std::numeric_limits<float>::infinity()) == " -inf");
    CHECK(text_of(ElementType::F32, std::numeric_limits<float>::quiet_NaN()) == " nan");
}

TEST_CASE("integers are printed whole, types that C lacks by their bits", "[project]") {
    CHECK(text_of(ElementType::S8, std::int8_t{-128}) == " -128");
    CHECK(text_of(ElementType::S64, std::numeric_limits<std::int64_t>::min()) == " -9223372036854775808");
    CHECK(text_of(ElementType::U64, std::numeric_limits<std::uint64_t>::max()) == " 18446744073709551615");
    CHECK(text_of(ElementType::F16, std::uint16_t{0x3c00}) == " 0x3c00");
    CHECK(text_of(ElementType::F8E5M2, std::uint8_t{0x7}) == " 0x0007");
}

} // namespace
} // namespace hlo2cpp
