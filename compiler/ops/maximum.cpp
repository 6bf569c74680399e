// maximum: the larger of a and b; a NaN wins, and +0 is above -0. For pred it is `or`. For complex numbers the one with
// the larger real part, or a if they are equal.
#include "ops/elementwise.h"

#include <algorithm>
#include <cmath>

#include "ops/extremum.h"

namespace hlo2cpp {
namespace {

double larger(const double* x) {
    if (x[0] == 0 && x[1] == 0) return x[0] + x[1]; // -0 only if both are
    return x[0] > x[1] || std::isnan(x[0]) ? x[0] : x[1];
}

constexpr Formula kMaximum = {
    .operands = 2,
    .kinds = kAnything,
    .integer = [](ElementType type, const std::int64_t* x) { return is_less(type, x[0], x[1]) ? x[1] : x[0]; },
    .real = larger,
    .complex = [](const Complex* x) { return x[0].real() >= x[1].real() ? x[0] : x[1]; },
    .pred_infix = tree::Operator::LogicalOr,
    .helper = "maximum",
    .closed = true,
    .narrow = NarrowIntegers::Closed};

std::optional<Index> larger_index(IndexSpace& space, std::span<const Index> x) {
    const Range a = space.range(x[0]), b = space.range(x[1]);
    if (a.begin >= b.last()) return x[0];
    return b.begin >= a.last() ? std::optional(x[1]) : std::nullopt;
}

tree::Expression print_maximum(const PrintContext& context) {
    return is_float(context.type()) && has_number(context.operands) ? maximum_of(context) : print_elementwise(context);
}

tree::Expression print_integer_maximum(const PrintContext& context) {
    const tree::Expression &a = context.operands[0], &b = context.operands[1];
    return tree::conditional(tree::greater(a, b), a, b);
}

Range range_maximum(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    return {std::max(a.begin, b.begin), std::max(a.end, b.end)};
}

} // namespace

const OpDefinition op_maximum = elementwise(kMaximum,
                                            {.print = print_maximum,
                                             .print_vector = maximum_of,
                                             .print_integers = print_integer_maximum,
                                             .index = larger_index,
                                             .range = range_maximum},
                                            {.exact = true, .neutral = Neutral::Lowest, .idempotent = true});

} // namespace hlo2cpp
