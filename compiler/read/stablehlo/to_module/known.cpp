#include "read/stablehlo/to_module/known.h"

#include "ops/op.h"

namespace hlo2cpp::stablehlo {
namespace {

constexpr std::int64_t kMaxElements = 4096;

bool is_small(const Shape& shape) {
    return shape.is_array() && !shape.is_dynamic() && (is_integer(shape.type) || is_pred(shape.type)) &&
           shape.elements() <= kMaxElements;
}

} // namespace

// Operands first.
const Tensor* KnownValues::value(InstructionId root) {
    std::vector<InstructionId> stack = {root};
    while (!stack.empty()) {
        const InstructionId id = stack.back();
        const Instruction& instruction = computation_[id];
        if (!is_small(instruction.shape)) return nullptr;
        const std::size_t before = stack.size();
        for (const InstructionId operand : instruction.operands)
            if (!values_.contains(operand.index())) stack.push_back(operand);
        if (stack.size() > before) continue;
        if (!values_.contains(id.index()) && !evaluate(id)) return nullptr;
        stack.pop_back();
    }
    return &values_.at(root.index());
}

bool KnownValues::evaluate(InstructionId id) {
    const Instruction& instruction = computation_[id];
    if (instruction.opcode == Opcode::Constant) {
        values_.emplace(id.index(), to_tensor(*instruction.literal));
        return true;
    }
    const OpDefinition* definition = definition_of(instruction.opcode);
    if (!definition->exact || definition->evaluate == nullptr || !instruction.called.empty()) return false;
    std::vector<const Tensor*> operands;
    for (const InstructionId operand : instruction.operands) operands.push_back(&values_.at(operand.index()));
    const EvaluateContext context{
        .module = module_, .computation = computation_, .instruction = instruction, .operands = operands, .call = {}};
    values_.emplace(id.index(), definition->evaluate(context));
    return true;
}

std::optional<builder::Sizes> KnownValues::integers(InstructionId id) {
    const Tensor* found = value(id);
    if (found == nullptr) return std::nullopt;
    return builder::Sizes(found->integers().begin(), found->integers().end());
}

} // namespace hlo2cpp::stablehlo
