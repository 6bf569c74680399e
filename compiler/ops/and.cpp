// and: a & b, bit by bit
#include "ops/elementwise.h"

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

} // namespace

const OpDefinition op_and =
    elementwise(kAnd, {.element = element_and, .print = print_and, .print_vector = print_vector_and},
                {.exact = true, .neutral = Neutral::Ones, .idempotent = true});

} // namespace hlo2cpp
