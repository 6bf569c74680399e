// subtract: a - b. Integers wrap.
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kSubtract = {
    .operands = 2,
    .kinds = kNumbers,
    .integer = [](ElementType, const std::int64_t* x) { return as_signed(as_unsigned(x[0]) - as_unsigned(x[1])); },
    .real = [](const double* x) { return x[0] - x[1]; },
    .complex = [](const Complex* x) { return x[0] - x[1]; },
    .infix = tree::Operator::Subtract,
    .helper = "subtract",
    .wrapped = IntrinsicId::WrappedDifference};

std::optional<Index> difference(IndexSpace&, std::span<const Index> x) {
    return x[0] - x[1];
}

Range range_subtract(const RangeContext& x) {
    return sum(x.operand(0), scaled(x.operand(1), -1));
}

} // namespace

const OpDefinition op_subtract =
    elementwise(kSubtract, {.index = difference, .range = range_subtract}, {.exact = true});

} // namespace hlo2cpp
