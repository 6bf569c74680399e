// minimum: the smaller of a and b; a NaN wins, and -0 is below +0. For pred it is `and`. For complex numbers the one
// with the smaller real part, or a if they are equal.
#include "ops/elementwise.h"

#include <algorithm>
#include <cmath>

#include "ops/extremum.h"

namespace hlo2cpp {
namespace {

double smaller(const double* x) {
    if (x[0] == 0 && x[1] == 0) return -(-x[0] - x[1]); // +0 only if both are
    return x[0] < x[1] || std::isnan(x[0]) ? x[0] : x[1];
}

constexpr Formula kMinimum = {
    .operands = 2,
    .kinds = kAnything,
    .integer = [](ElementType type, const std::int64_t* x) { return is_less(type, x[0], x[1]) ? x[0] : x[1]; },
    .real = smaller,
    .complex = [](const Complex* x) { return x[0].real() <= x[1].real() ? x[0] : x[1]; },
    .pred_infix = tree::Operator::LogicalAnd,
    .helper = "minimum",
    .closed = true,
    .narrow = NarrowIntegers::Closed};

std::optional<Index> smaller_index(IndexSpace& space, std::span<const Index> x) {
    const Range a = space.range(x[0]), b = space.range(x[1]);
    if (a.last() <= b.begin) return x[0];
    return b.last() <= a.begin ? std::optional(x[1]) : std::nullopt;
}

tree::Expression print_minimum(const PrintContext& context) {
    return is_float(context.type()) && has_number(context.operands) ? minimum_of(context) : print_elementwise(context);
}

tree::Expression print_integer_minimum(const PrintContext& context) {
    const tree::Expression &a = context.operands[0], &b = context.operands[1];
    return tree::conditional(tree::less(a, b), a, b);
}

Range range_minimum(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    return {std::min(a.begin, b.begin), std::min(a.end, b.end)};
}

} // namespace

const OpDefinition op_minimum = elementwise(kMinimum,
                                            {.print = print_minimum,
                                             .print_vector = minimum_of,
                                             .print_integers = print_integer_minimum,
                                             .index = smaller_index,
                                             .range = range_minimum},
                                            {.exact = true, .neutral = Neutral::Highest, .idempotent = true});

} // namespace hlo2cpp
