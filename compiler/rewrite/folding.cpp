#include "rewrite/folding.h"

#include "evaluate/tensor.h"
#include "ops/op.h"
#include "rewrite/foldable_functions.h"

namespace hlo2cpp {

bool can_fold(const Instruction& instruction) {
    if (instruction.operands.empty() || !instruction.called.empty() || !instruction.shape.is_array()) return false;
    const OpDefinition* definition = definition_of(instruction.opcode);
    return (definition->exact && definition->evaluate != nullptr) || foldable_function(instruction) != nullptr;
}

Tensor folded(const Module& module, const Computation& computation, const Instruction& instruction,
              const std::vector<const Tensor*>& operands) {
    if (const FoldableFunction function = foldable_function(instruction)) return function(operands);
    const EvaluateContext context{
        .module = module, .computation = computation, .instruction = instruction, .operands = operands, .call = {}};
    return definition_of(instruction.opcode)->evaluate(context);
}

Literal folded(const Module& module, Opcode opcode, const Literal& a, const Literal& b) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.shape = Shape::scalar(a.shape.type);
    Tensor x = to_tensor(a), y = to_tensor(b);
    x.shape = y.shape = instruction.shape;
    return to_literal(folded(module, module.entry_computation(), instruction, {&x, &y}));
}

} // namespace hlo2cpp
