// add-dependency: x, computed after the instruction that makes the token
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_add_dependency(const InferContext& context) {
    context.require_operands(2);
    return context.operand(0);
}

} // namespace

const OpDefinition op_add_dependency = {.infer = infer_add_dependency,
                                        .evaluate = evaluate_first,
                                        .form = ExpandForm{.expand = expand_first},
                                        .cost = Cost::Free};

} // namespace hlo2cpp
