// and: a & b, bit by bit
#include "ops/elementwise.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

constexpr Formula kAnd = {.operands = 2,
                          .kinds = kPred | kIntegers,
                          .integer = [](ElementType, const std::int64_t* x) { return x[0] & x[1]; },
                          .pred_infix = tree::Operator::LogicalAnd};

std::vector<ExprId> element_and(ElementBuilder& builder, const ElementIndex& index) {
    return element_of_junction(builder, index, false);
}

tree::Expression print_and(const PrintContext& context) {
    return is_pred(context.type()) ? print_elementwise(context) : print_bitwise(context, tree::Operator::And);
}

// The conjunction of masks.
tree::Expression print_vector_and(const PrintContext& context) {
    return tree::binary(tree::Operator::And, context.operands[0], context.operands[1]);
}

// The logical and, or integers that are not both negative, bit by bit.
Range range_and(const RangeContext& x) {
    const Range &a = x.operand(0), &b = x.operand(1);
    if (is_pred(x.expr.type)) return {std::min(a.begin, b.begin), std::min(a.end, b.end)};
    if (a.begin < 0 && b.begin < 0) return {};
    return from_to(0, a.begin < 0 ? b.last() : b.begin < 0 ? a.last() : std::min(a.last(), b.last()));
}

} // namespace

const OpDefinition op_and = elementwise(
    kAnd, {.element = element_and, .print = print_and, .print_vector = print_vector_and, .range = range_and},
    {.exact = true, .neutral = Neutral::Ones, .idempotent = true});

} // namespace hlo2cpp
