// xor: a ^ b, bit by bit
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kXor = {.operands = 2,
                          .kinds = kPred | kIntegers,
                          .integer = [](ElementType, const std::int64_t* x) { return x[0] ^ x[1]; },
                          .pred_infix = "!="};

std::string print(const PrintContext& context) {
    const std::string& a = context.operands[0];
    if (is_pred(context.type()) && a == context.operands[1]) return a + " && !" + a; // compilers warn of `a != a`
    return is_pred(context.type()) ? print_elementwise(context) : print_bitwise(context, "^");
}

} // namespace

const OpDefinition op_xor = elementwise(kXor, {.print = print}, {.exact = true});

} // namespace hlo2cpp
