// remainder: a - b * trunc(a / b), with the sign of a. Integers: x % 0 = x and MIN % -1 = 0; floats: exact, x % 0 is
// NaN.
#include "ops/elementwise.h"

#include <algorithm>
#include <cmath>

namespace hlo2cpp {
namespace {

std::int64_t rest(ElementType type, const std::int64_t* x) {
    if (x[1] == 0) return x[0];
    if (!is_signed(type)) return as_signed(as_unsigned(x[0]) % as_unsigned(x[1]));
    return x[1] == -1 ? 0 : x[0] % x[1];
}

constexpr Formula kRemainder = {.operands = 2,
                                .kinds = kReals,
                                .integer = rest,
                                .real = [](const double* x) { return std::fmod(x[0], x[1]); },
                                .helper = "rem",
                                .float_helper = "remainder",
                                .closed = true,
                                .narrow = NarrowIntegers::Closed};

std::optional<Index> index_rest(IndexSpace& space, std::span<const Index> x) {
    if (!x[1].is_constant() || x[1].constant <= 0 || space.range(x[0]).begin < 0) return {};
    return space.modulo(x[0], x[1].constant);
}

// By positive numbers.
tree::Expression print_remainder(const PrintContext& context) {
    if (!context.exact) return print_elementwise(context);
    return tree::binary(tree::Operator::Remainder, context.operands[0], context.operands[1]);
}

// By positive numbers: it has the sign of a.
Range range_remainder(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    if (!is_integer(x.expr.type) || b.begin < 1) return {};
    const std::int64_t most = b.last() - 1;
    return from_to(a.begin < 0 ? std::max(a.begin, -most) : 0, a.end > 0 ? std::min(a.last(), most) : 0);
}

} // namespace

const OpDefinition op_remainder =
    elementwise(kRemainder, {.print = print_remainder, .index = index_rest, .range = range_remainder},
                {.cost = Cost::Expensive, .exact = true});

} // namespace hlo2cpp
