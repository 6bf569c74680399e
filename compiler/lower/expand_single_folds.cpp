// reduce(x, init) over dimensions of size 1 = combiner(init, x)
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

// Of one array, by one op; whose every result is of one element.
std::optional<Opcode> single_fold(const Module& module, const ComputationBuilder& builder,
                                  const Instruction& instruction) {
    if (instruction.opcode != Opcode::Reduce || instruction.operands.size() != 2) return std::nullopt;
    const std::vector<std::int64_t>& dims = builder[instruction.operands[0]].shape.dims;
    const auto is_one = [&](std::int64_t d) { return dims[static_cast<std::size_t>(d)] == 1; };
    if (!std::ranges::all_of(instruction.attributes.dimensions, is_one)) return std::nullopt;
    return simple_combiner(module[instruction.called[0]]);
}

} // namespace

bool expand_single_folds(Module& module) {
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::find(computation.instructions, Opcode::Reduce, &Instruction::opcode) ==
            computation.instructions.end())
            continue;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const std::optional<Opcode> combiner = single_fold(module, builder, instruction);
            if (!combiner) return builder.add(std::move(instruction));
            changed = true;
            builder.stand_for(instruction);
            const InstructionId x = builder.reshape(instruction.operands[0], instruction.shape.dims);
            const InstructionId initial = builder.broadcast(instruction.operands[1], instruction.shape.dims, {});
            return builder.apply(*combiner, instruction.shape, {initial, x});
        });
    }
    return changed;
}

} // namespace hlo2cpp
