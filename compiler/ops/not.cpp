// not: all bits inverted; for pred the other value
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kNot = {.kinds = kPred | kIntegers,
                          .integer = [](ElementType, const std::int64_t* x) { return ~x[0]; }};

tree::Expression print_not(const PrintContext& context) {
    const tree::Expression& x = context.operands[0];
    if (is_pred(context.type())) return tree::logical_not(x);
    return narrowed(context.type(), tree::unary(tree::Operator::Complement, x));
}

// The negation of masks.
tree::Expression print_vector_not(const PrintContext& context) {
    return tree::logical_not(context.operands[0]);
}

} // namespace

const OpDefinition op_not = elementwise(kNot, {.print = print_not, .print_vector = print_vector_not}, {.exact = true});

} // namespace hlo2cpp
