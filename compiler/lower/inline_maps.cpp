// map(a, b), of a computation of scalar ops alone = these ops on arrays
#include <algorithm>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool is_given(const Instruction& instruction) {
    return instruction.opcode == Opcode::Parameter ||
           (instruction.opcode == Opcode::Constant && instruction.shape.is_scalar());
}

bool is_of_arrays(const Instruction& scalar) {
    return is_given(scalar) || (is_elementwise(scalar.opcode) && scalar.opcode != Opcode::Map);
}

std::optional<InstructionId> inline_map(Expansion& e) {
    const Computation& called = e.module()[e.instruction().called[0]];
    if (!std::ranges::all_of(called.instructions, is_of_arrays)) return std::nullopt;
    std::vector<InstructionId> now;
    for (Instruction scalar : called.instructions) {
        if (scalar.opcode == Opcode::Parameter) {
            now.push_back(e.operand(static_cast<std::size_t>(scalar.attributes.parameter_number)));
            continue;
        }
        for (InstructionId& operand : scalar.operands) operand = now[operand.index()];
        if (scalar.opcode == Opcode::Constant) {
            e.builder().stand_for(scalar);
            now.push_back(e.builder().broadcast(e.builder().add(std::move(scalar)), e.shape().dims, {}));
        } else {
            scalar.shape.dims = e.shape().dims;
            now.push_back(e.builder().add(std::move(scalar)));
        }
    }
    const InstructionId root = now[called.root.index()];
    merge_origins(e.builder()[root], e.instruction());
    return root;
}

} // namespace

bool inline_maps(Module& module) {
    return replace_each(module, Opcode::Map, inline_map);
}

} // namespace hlo2cpp
