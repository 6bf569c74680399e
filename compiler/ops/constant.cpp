// constant: its literal
#include "evaluate/tensor.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool holds_all_elements(const Literal& literal) {
    if (literal.shape.is_tuple()) {
        if (literal.tuple.size() != literal.shape.tuple.size()) return false;
        for (std::size_t i = 0; i < literal.tuple.size(); ++i)
            if (!same_shape(literal.tuple[i].shape, literal.shape.tuple[i]) || !holds_all_elements(literal.tuple[i]))
                return false;
        return true;
    }
    return literal.shape.is_array() && literal.bytes.size() == static_cast<std::size_t>(literal.shape.bytes());
}

Shape infer_constant(const InferContext& context) {
    context.require_operands(0);
    const Literal* literal = context.instruction.literal.get();
    if (literal == nullptr) context.fail("it has no value");
    if (!holds_all_elements(*literal))
        context.fail("its value does not have the elements of " + to_string(literal->shape));
    return literal->shape;
}

Tensor evaluate_constant(const EvaluateContext& context) {
    Tensor result = to_tensor(*context.instruction.literal);
    result.shape = context.shape();
    return result;
}

} // namespace

const OpDefinition op_constant = {.infer = infer_constant,
                                  .evaluate = evaluate_constant,
                                  .form = StructureForm{},
                                  .cost = Cost::Free,
                                  .exact = true,
                                  .declares_shape = true};

} // namespace hlo2cpp
