// Tensors: rounding to the narrow floats at their corners, and literals that come back bit for bit.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <complex>

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

TEST_CASE("signaling NaNs and their payloads stay, rounded to their own type too") {
    const auto check = [](ElementType type, auto numbers) {
        INFO(info(type).name);
        Literal literal = Literal::zeros(Shape::array(type, {is_complex(type) ? 2 : 4}));
        for (std::size_t i = 0; i < 4; ++i) literal.set(static_cast<std::int64_t>(i), numbers[i]);
        Tensor tensor = to_tensor(literal);
        CHECK(to_literal(tensor).bytes == literal.bytes);
        if (is_complex(type))
            for (std::complex<double>& number : tensor.complexes()) number = round_to(type, number);
        else
            for (double& number : tensor.reals()) number = round_to(type, number);
        CHECK(to_literal(tensor).bytes == literal.bytes);
    };
    const std::array<std::uint32_t, 4> f32 = {0x7f800001, 0xffc12345, 0x7fa00000, 0x3f800000};
    const std::array<std::uint64_t, 4> f64 = {0x7ff0000000000001, 0xfff8000000012345, 0x7ff4000000000000, 0};
    const std::array<std::uint16_t, 4> f16 = {0x7c01, 0xfe42, 0x7d00, 0x3c00}, bf16 = {0x7f81, 0xffc5, 0x7fa0, 0x3f80};
    check(ElementType::F32, f32);
    check(ElementType::C64, f32);
    check(ElementType::F64, f64);
    check(ElementType::C128, f64);
    check(ElementType::F16, f16);
    check(ElementType::BF16, bf16);
}

TEST_CASE("both parts of a complex number are rounded") {
    using Number = std::complex<double>;
    CHECK(round_to(ElementType::C64, Number(0.1, 1e300)) == Number(static_cast<double>(0.1f), INFINITY));
    CHECK(round_to(ElementType::C128, Number(0.1, 1e300)) == Number(0.1, 1e300));
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
