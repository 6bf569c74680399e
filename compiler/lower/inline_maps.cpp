// map(a, b), of a computation of scalar ops alone = these ops on arrays
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool is_given(const Instruction& instruction) {
    return instruction.opcode == Opcode::Parameter ||
           (instruction.opcode == Opcode::Constant && instruction.shape.is_scalar());
}

bool can_inline(const Module& module, const Instruction& instruction) {
    if (instruction.opcode != Opcode::Map) return false;
    return std::ranges::all_of(module[instruction.called[0]].instructions, [](const Instruction& scalar) {
        return is_given(scalar) || (is_elementwise(scalar.opcode) && scalar.opcode != Opcode::Map);
    });
}

// Adds the ops of the map on arrays, and returns its result; its operands are the builder's.
InstructionId inlined(const Computation& called, ComputationBuilder& builder, const Instruction& map) {
    std::vector<InstructionId> now;
    for (Instruction scalar : called.instructions) {
        if (scalar.opcode == Opcode::Parameter) {
            now.push_back(map.operands[static_cast<std::size_t>(scalar.attributes.parameter_number)]);
            continue;
        }
        for (InstructionId& operand : scalar.operands) operand = now[operand.index()];
        if (scalar.opcode == Opcode::Constant) {
            builder.stand_for(scalar);
            now.push_back(builder.broadcast(builder.add(std::move(scalar)), map.shape.dims, {}));
        } else {
            scalar.shape.dims = map.shape.dims;
            now.push_back(builder.add(std::move(scalar)));
        }
    }
    const InstructionId root = now[called.root.index()];
    merge_origins(builder[root], map);
    return root;
}

} // namespace

bool inline_maps(Module& module) {
    bool changed = false;
    for (const ComputationId id : callees_first(module)) {
        const auto inlines = [&](const Instruction& instruction) { return can_inline(module, instruction); };
        if (std::ranges::none_of(module[id].instructions, inlines)) continue;
        changed = true;
        rebuild(module[id], [&](ComputationBuilder& builder, Instruction& instruction) {
            return inlines(instruction) ? inlined(module[instruction.called[0]], builder, instruction)
                                        : builder.add(std::move(instruction));
        });
    }
    return changed;
}

} // namespace hlo2cpp
