// multiply: a * b. Integers wrap; for pred it is `and`.
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kMultiply = {
    .operands = 2,
    .kinds = kAnything,
    .integer = [](ElementType, const std::int64_t* x) { return as_signed(as_unsigned(x[0]) * as_unsigned(x[1])); },
    .real = [](const double* x) { return x[0] * x[1]; },
    .complex = [](const Complex* x) { return complex_product(x[0], x[1]); },
    .infix = tree::Operator::Multiply,
    .pred_infix = tree::Operator::LogicalAnd,
    .helper = "multiply",
    .wrapped = IntrinsicId::WrappedProduct};

std::optional<Index> product_index(IndexSpace&, std::span<const Index> x) {
    if (x[1].is_constant()) return x[0] * x[1].constant;
    return x[0].is_constant() ? std::optional(x[1] * x[0].constant) : std::nullopt;
}

Range range_multiply(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    return hull(scaled(a, b.begin), scaled(a, b.last()));
}

} // namespace

const OpDefinition op_multiply =
    elementwise(kMultiply, {.index = product_index, .range = range_multiply}, {.exact = true, .neutral = Neutral::One});

} // namespace hlo2cpp
