// or: a | b, bit by bit
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kOr = {.operands = 2,
                         .kinds = kPred | kIntegers,
                         .integer = [](ElementType, const std::int64_t* x) { return x[0] | x[1]; },
                         .pred_infix = tree::Operator::LogicalOr};

std::vector<ExprId> element_or(ElementBuilder& builder, const ElementIndex& index) {
    return element_of_junction(builder, index, true);
}

tree::Expression print_or(const PrintContext& context) {
    return is_pred(context.type()) ? print_elementwise(context) : print_bitwise(context, tree::Operator::Or);
}

// The disjunction of masks.
tree::Expression print_vector_or(const PrintContext& context) {
    return tree::binary(tree::Operator::Or, context.operands[0], context.operands[1]);
}

} // namespace

const OpDefinition op_or = elementwise(kOr, {.element = element_or, .print = print_or, .print_vector = print_vector_or},
                                       {.exact = true, .neutral = Neutral::Zero, .idempotent = true});

} // namespace hlo2cpp
