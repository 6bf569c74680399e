#include "read/stablehlo/to_module/functions.h"

#include <limits>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using namespace builder;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

ElementType wide_type(Op x) {
    const ElementType type = x.shape().type;
    if (!is_float(type)) throw InputError("it takes floats, not " + to_string(x.shape()));
    return number_type(type);
}

// a if it comes first by the comparison, or is NaN; else b.
Op by_parts(Op a, Op b, ComparisonDirection first) {
    const Op by_imaginary = And(Eq(Real(a), Real(b)), Compare(Imag(a), Imag(b), first));
    return Select(Or(Ne(a, a), Or(Compare(Real(a), Real(b), first), by_imaginary)), a, b);
}

// An integer constant with the low `bits` bits of the value, of the type of `like`.
Op bits_like(Op like, std::uint64_t value) {
    Literal literal = Literal::zeros(Shape::scalar(like.shape().type));
    std::memcpy(literal.bytes.data(), &value, literal.bytes.size()); // both are little-endian
    return ConstantLiteral(like.builder(), std::move(literal));
}

} // namespace

Op as_type(Op operand, ElementType type) {
    return operand.shape().type == type ? operand : ConvertElementType(operand, type);
}

Op sum(Op a, Op b) {
    return is_pred(a.shape().type) ? Or(a, b) : Add(a, b);
}

Op larger(Op a, Op b) {
    return is_complex(a.shape().type) ? by_parts(a, b, ComparisonDirection::Gt) : Max(a, b);
}

Op smaller(Op a, Op b) {
    return is_complex(a.shape().type) ? by_parts(a, b, ComparisonDirection::Lt) : Min(a, b);
}

Op next_after(Op x, Op y) {
    const ElementType type = x.shape().type;
    const int width = info(type).bits;
    if (!is_float(type) || width < 16)
        throw InputError("it takes floats of 16 or more bits, not " + to_string(x.shape()));
    const ElementType integer = width == 64 ? ElementType::S64 : width == 32 ? ElementType::S32 : ElementType::S16;
    const Op from = BitcastConvertType(x, integer), to = BitcastConvertType(y, integer);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    const Op zero = bits_like(from, 0), one = bits_like(from, 1), minus_one = bits_like(from, ~std::uint64_t{0});
    const Op from_size = And(from, bits_like(from, sign - 1)), to_size = And(to, bits_like(to, sign - 1));
    const Op from_sign = And(from, bits_like(from, sign)), to_sign = And(to, bits_like(to, sign));
    const Op from_zero = Select(Eq(to_size, zero), to, Or(to_sign, one));
    const Op towards_zero = Or(Gt(from_size, to_size), Ne(from_sign, to_sign));
    const Op moved = Select(Eq(from_size, zero), from_zero, Add(from, Select(towards_zero, minus_one, one)));
    const Op nan = ScalarLike(x, std::numeric_limits<double>::quiet_NaN());
    const Op result = BitcastConvertType(Select(Eq(x, y), to, moved), type);
    return Select(Or(Ne(x, x), Ne(y, y)), nan, result);
}

Op is_infinite(Op x) {
    return Eq(Abs(x), ScalarLike(x, kInfinite));
}

Op is_positive_infinity(Op x) {
    return Eq(x, ScalarLike(x, kInfinite));
}

Op is_negative_infinity(Op x) {
    return Eq(x, ScalarLike(x, -kInfinite));
}

Op widely(Op (*function)(Op), Op x) {
    const ElementType type = x.shape().type, wide = wide_type(x);
    return wide == type ? function(x) : ConvertElementType(function(ConvertElementType(x, wide)), type);
}

Op widely(Op (*function)(Op, Op), Op x, Op y) {
    const ElementType type = x.shape().type, wide = wide_type(x);
    if (wide == type) return function(x, y);
    return ConvertElementType(function(ConvertElementType(x, wide), ConvertElementType(y, wide)), type);
}

} // namespace hlo2cpp::stablehlo
