// async-start: ((operands), the result of a computation applied to them, contexts), which async-done takes
#include "ops/call.h"
#include "ops/identity.h"

namespace hlo2cpp {
namespace {

Shape infer_async_start(const InferContext& context) {
    std::vector<Shape> operands;
    for (std::size_t i = 0; i < context.operand_count(); ++i) operands.push_back(context.operand(i));
    return started(context, {Shape::tuple_of(std::move(operands)), infer_call(context)});
}

Tensor evaluate_async_start(const EvaluateContext& context) {
    Tensor operands;
    operands.shape = context.shape().tuple[0];
    for (const Tensor* operand : context.operands) operands.tuple.push_back(*operand);
    Tensor result = context.call(context.instruction.called[0], context.operands, context.wide);
    return evaluate_started(context, {std::move(operands), std::move(result)});
}

InstructionId expand_async_start(Expansion& e) {
    const std::vector<InstructionId>& operands = e.instruction().operands;
    const InstructionId result = e.builder().apply(Opcode::Call, e.shape().tuple[1], operands);
    e.builder()[result].called = e.instruction().called;
    return expand_started(e, {e.tuple(operands), result});
}

} // namespace

const OpDefinition op_async_start = {.infer = infer_async_start,
                                     .evaluate = evaluate_async_start,
                                     .form = ExpandForm{.expand = expand_async_start},
                                     .declares_shape = true};

} // namespace hlo2cpp
