// Tensors: rounding to the narrow floats at their corners, and literals that come back bit for bit.
#include <catch2/catch.hpp>

#include <cmath>

#include "evaluate/tensor.h"

using namespace hlo2cpp;

namespace {

constexpr ElementType kNarrow[] = {ElementType::F4E2M1FN, ElementType::F8E3M4,     ElementType::F8E4M3,
                                   ElementType::F8E4M3FN, ElementType::F8E4M3FNUZ, ElementType::F8E4M3B11FNUZ,
                                   ElementType::F8E5M2,   ElementType::F8E5M2FNUZ, ElementType::F8E8M0FNU,
                                   ElementType::BF16,     ElementType::F16};

Literal all_codes(ElementType type) {
    const std::int64_t count = std::int64_t{1} << info(type).bits;
    Literal literal = Literal::zeros(Shape::array(type, {count}));
    for (std::int64_t i = 0; i < count; ++i) {
        if (byte_size(type) == 2)
            literal.set(i, static_cast<std::uint16_t>(i));
        else
            literal.set(i, static_cast<std::uint8_t>(i));
    }
    return literal;
}

} // namespace

TEST_CASE("every code of the narrow floats is its own number") {
    for (const ElementType type : kNarrow) {
        INFO(info(type).name);
        const Literal codes = all_codes(type);
        const Tensor tensor = to_tensor(codes);
        CHECK(to_literal(tensor).bytes == codes.bytes);
        for (const double value : tensor.reals()) {
            const double rounded = round_to(type, value);
            const bool same = rounded == value && std::signbit(rounded) == std::signbit(value);
            if (!same && !(std::isnan(value) && std::isnan(rounded))) FAIL(value << " rounds to " << rounded);
        }
    }
}

TEST_CASE("overflow, ties, zeros and NaN as each type has them") {
    const double infinity = INFINITY;
    CHECK(round_to(ElementType::F8E4M3FN, 464) == 448);
    CHECK(std::isnan(round_to(ElementType::F8E4M3FN, 465)));
    CHECK(std::isnan(round_to(ElementType::F8E4M3FN, infinity)));
    CHECK(round_to(ElementType::F8E5M2, 61440) == infinity);
    CHECK(round_to(ElementType::F8E5M2, 61439) == 57344);
    CHECK(std::isnan(round_to(ElementType::F8E4M3FNUZ, 248)));
    CHECK_FALSE(std::signbit(round_to(ElementType::F8E4M3FNUZ, -0.0)));
    CHECK(round_to(ElementType::F4E2M1FN, -1e30) == -6);
    CHECK(std::signbit(round_to(ElementType::F4E2M1FN, NAN)));
    CHECK(round_to(ElementType::F8E8M0FNU, 3) == 4);
    CHECK(std::isnan(round_to(ElementType::F8E8M0FNU, 0)));
    CHECK(round_to(ElementType::F16, 65519.9) == 65504);
    CHECK(round_to(ElementType::F16, 65520) == infinity);
    CHECK(round_to(ElementType::F16, 1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40)) ==
          1 + std::ldexp(1.0, -10)); // once
    CHECK(round_to(ElementType::BF16, 1.00390625) == 1);
    CHECK(round_to(ElementType::F32, 1e300) == infinity);
}

TEST_CASE("signaling NaNs and their payloads stay") {
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, {2}));
    literal.set(0, std::uint32_t{0x7f800001});
    literal.set(1, std::uint32_t{0xffc12345});
    CHECK(to_literal(to_tensor(literal)).bytes == literal.bytes);
}

TEST_CASE("integers wrap to their width") {
    CHECK(wrap_to(ElementType::S8, 128) == -128);
    CHECK(wrap_to(ElementType::U8, -1) == 255);
    CHECK(wrap_to(ElementType::S4, 14) == -2);
    CHECK(wrap_to(ElementType::U2, 7) == 3);
    CHECK(wrap_to(ElementType::Pred, 2) == 0);
    CHECK(wrap_to(ElementType::U64, -1) == -1);
    Literal literal = Literal::zeros(Shape::array(ElementType::S4, {1}));
    literal.set(0, std::uint8_t{0x0e});
    CHECK(to_tensor(literal).integers()(0) == -2);
}
