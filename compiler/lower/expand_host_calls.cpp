// Annotations go. A host call takes and gives arrays in the layouts that its instruction says: they become row-major
// arrays of permuted sizes, with transposes around the call.
#include <algorithm>

#include "ir/builder.h"
#include "lower/pass.h"
#include "ops/custom_call.h"

namespace hlo2cpp {
namespace {

std::vector<std::int64_t> physical_order(const Shape& shape) {
    std::vector<std::int64_t> order = shape.minor_to_major();
    std::reverse(order.begin(), order.end());
    return order;
}

std::int64_t leaves_of(const Shape& shape) {
    return shape.is_tuple() ? std::ranges::count_if(shape.tuple, &Shape::is_array) : -1;
}

InstructionId expand(ComputationBuilder& builder, Instruction call) {
    if (is_annotation(call)) return call.operands[0];
    builder.stand_for(call);
    for (std::size_t i = 0; i < call.operands.size(); ++i) {
        const Shape operand = builder[call.operands[i]].shape;
        if (operand.is_token()) continue;
        call.attributes.operand_leaves.push_back(leaves_of(operand));
        const bool constrained = i < call.attributes.operand_shapes.size();
        const std::vector<std::int64_t> order =
            physical_order(constrained ? call.attributes.operand_shapes[i] : operand);
        if (operand.is_array() && !is_identity(order)) call.operands[i] = builder.transpose(call.operands[i], order);
    }
    call.attributes.operand_shapes.clear();
    if (!call.shape.is_array()) return builder.add(std::move(call));
    const std::vector<std::int64_t> order = physical_order(call.shape);
    const Shape logical = call.shape;
    call.shape = Shape::array(logical.type, permuted(logical.dims, order));
    const InstructionId result = builder.add(std::move(call));
    return is_identity(order) ? result : builder.transpose(result, inverse_permutation(order));
}

} // namespace

bool expand_host_calls(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::find(computation.instructions, Opcode::CustomCall, &Instruction::opcode) ==
            computation.instructions.end())
            continue;
        changed = true;
        rebuild(computation, [](ComputationBuilder& builder, Instruction& instruction) {
            return instruction.opcode == Opcode::CustomCall ? expand(builder, std::move(instruction))
                                                            : builder.add(std::move(instruction));
        });
    }
    return changed;
}

} // namespace hlo2cpp
