// call: the result of a computation applied to the operands. The evaluator runs calls itself, so that they may nest
// deeply.
#include "ops/call.h"

namespace hlo2cpp {

Shape infer_call(const InferContext& context) {
    const Computation& computation = context.called(0);
    const std::vector<InstructionId>& parameters = computation.parameters;
    const std::string name = "computation " + printable(computation.name, 80);
    if (parameters.size() != context.operand_count())
        context.fail(name + " takes " + std::to_string(parameters.size()) + " parameters, but the call has " +
                     std::to_string(context.operand_count()) + " operands");
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (!same_shape(computation[parameters[i]].shape, context.operand(i)))
            context.fail("operand " + std::to_string(i) + ", " + to_string(context.operand(i)) +
                         ", does not fit parameter " + to_string(computation[parameters[i]].shape) + " of " + name);
    return computation[computation.root].shape;
}

const OpDefinition op_call = {
    .infer = infer_call, .form = StructureForm{.callees = Callees::Inlined}, .cost = Cost::Expensive};

} // namespace hlo2cpp
