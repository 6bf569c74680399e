// async-update: the result of async-start
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_async_update(const InferContext& context) {
    context.require_operands(1);
    return context.operand(0);
}

} // namespace

const OpDefinition op_async_update = {.infer = infer_async_update,
                                      .evaluate = evaluate_first,
                                      .form = ExpandForm{.expand = expand_first},
                                      .cost = Cost::Free};

} // namespace hlo2cpp
