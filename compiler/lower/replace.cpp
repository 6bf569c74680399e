#include "lower/replace.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hlo2cpp {

bool replace_each(Module& module, const std::function<bool(const Instruction&)>& is_candidate, const Replace& replace) {
    AddedComputations made{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::none_of(computation.instructions, is_candidate)) continue;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (!is_candidate(instruction)) return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, made);
            const std::optional<InstructionId> replacement = replace(expansion);
            if (!replacement) return builder.add(std::move(instruction));
            changed = true;
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

} // namespace hlo2cpp
