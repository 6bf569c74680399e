#include "lower/replace.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "ops/regions.h"
#include "rewrite/pass.h"

namespace hlo2cpp {

bool replace_each(Module& module, const std::function<bool(const Instruction&)>& is_candidate, const Replace& replace) {
    AddedComputations made{module};
    bool changed = false;
    for (const ComputationId id : callees_first(module)) {
        if (std::ranges::none_of(module[id].instructions, is_candidate)) continue;
        std::unordered_set<InstructionId> results; // of loops and conditionals; only looked up
        rebuild(module[id], [&](ComputationBuilder& builder, Instruction& instruction) {
            if (instruction.opcode == Opcode::GetTupleElement && results.contains(instruction.operands[0]))
                return builder[instruction.operands[0]]
                    .operands[static_cast<std::size_t>(instruction.attributes.tuple_index)];
            if (!is_candidate(instruction)) return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, made);
            const std::optional<InstructionId> replacement = replace(expansion);
            if (!replacement) return builder.add(std::move(instruction));
            changed = true;
            if (has_regions(instruction)) results.insert(*replacement);
            return *replacement;
        });
    }
    std::ranges::move(made.added, std::back_inserter(module.computations));
    return changed;
}

bool replace_each(Module& module, Opcode opcode, const Replace& replace) {
    return replace_each(
        module, [opcode](const Instruction& i) { return i.opcode == opcode; }, replace);
}

std::vector<InstructionId> inlined(ComputationBuilder& builder, const Computation& region,
                                   std::span<const InstructionId> arguments) {
    std::vector<InstructionId> now(region.instructions.size()), results;
    for (std::size_t i = 0; i < now.size(); ++i) {
        Instruction instruction = region.instructions[i];
        if (instruction.opcode == Opcode::Parameter) {
            now[i] = arguments[static_cast<std::size_t>(instruction.attributes.parameter_number)];
        } else if (InstructionId(i) != region.root) {
            for (InstructionId& operand : instruction.operands) operand = now[operand.index()];
            now[i] = builder.add(std::move(instruction));
        }
    }
    for (const InstructionId result : region[region.root].operands) results.push_back(now[result.index()]);
    return results;
}

Users::Users(const Computation& computation)
    : counts(computation.instructions.size()), last(computation.instructions.size()) {
    ++counts[computation.root.index()];
    for (std::size_t i = 0; i < computation.instructions.size(); ++i)
        for (const InstructionId operand : computation.instructions[i].operands) {
            ++counts[operand.index()];
            last[operand.index()] = i;
        }
}

} // namespace hlo2cpp
