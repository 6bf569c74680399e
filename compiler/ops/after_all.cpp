// after-all: a token that comes after other tokens. A token holds nothing
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

Shape infer_after_all(const InferContext& context) {
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        if (!context.operand(i).is_token())
            context.fail("operand " + std::to_string(i) + " must be a token, found " + to_string(context.operand(i)));
    return Shape::token();
}

Tensor evaluate_after_all(const EvaluateContext& context) {
    Tensor token;
    token.shape = context.shape();
    return token;
}

} // namespace

const OpDefinition op_after_all = {
    .infer = infer_after_all, .evaluate = evaluate_after_all, .form = StructureForm{}, .cost = Cost::Free};

} // namespace hlo2cpp
