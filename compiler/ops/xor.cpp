// xor: a ^ b, bit by bit
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kXor = {.operands = 2,
                          .kinds = kPred | kIntegers,
                          .integer = [](ElementType, const std::int64_t* x) { return x[0] ^ x[1]; },
                          .pred_infix = tree::Operator::NotEqual};

tree::Expression print_xor(const PrintContext& context) {
    const tree::Expression& a = context.operands[0];
    if (is_pred(context.type()) && a == context.operands[1])
        return tree::logical_and(a, tree::logical_not(a)); // compilers warn of `a != a`
    return is_pred(context.type()) ? print_elementwise(context) : print_bitwise(context, tree::Operator::Xor);
}

} // namespace

const OpDefinition op_xor = elementwise(kXor, {.print = print_xor}, {.exact = true, .neutral = Neutral::Zero});

} // namespace hlo2cpp
