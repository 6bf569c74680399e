// divide: a / b. Integers: towards zero; x / 0 has all bits set (signed: -1), and MIN / -1 = MIN.
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

std::int64_t quotient(ElementType type, const std::int64_t* x) {
    if (x[1] == 0) return -1;
    if (!is_signed(type)) return as_signed(as_unsigned(x[0]) / as_unsigned(x[1]));
    return x[1] == -1 ? as_signed(0 - as_unsigned(x[0])) : x[0] / x[1];
}

constexpr Formula kDivide = {.operands = 2,
                             .kinds = kNumbers,
                             .integer = quotient,
                             .real = [](const double* x) { return x[0] / x[1]; },
                             .complex = [](const Complex* x) { return x[0] / x[1]; },
                             .infix = tree::Operator::Divide,
                             .helper = "divide"};

std::optional<Index> index_quotient(IndexSpace& space, std::span<const Index> x) {
    if (!x[1].is_constant() || x[1].constant <= 0 || space.range(x[0]).begin < 0) return {};
    return space.floor_divide(x[0], x[1].constant);
}

// By positive numbers, rounded towards zero.
Range range_divide(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    if (!is_integer(x.expr.type) || b.begin < 1 || a.begin <= -kFar || a.end >= kFar) return {};
    return from_to(a.begin / (a.begin < 0 ? b.begin : b.last()), a.last() / (a.last() < 0 ? b.last() : b.begin));
}

} // namespace

const OpDefinition op_divide =
    elementwise(kDivide, {.index = index_quotient, .range = range_divide}, {.cost = Cost::Division, .exact = true});

} // namespace hlo2cpp
