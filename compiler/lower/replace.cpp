#include "lower/replace.h"

#include <algorithm>
#include <utility>

namespace hlo2cpp {

bool replace_each(Module& module, Opcode opcode, const ChooseReplacement& choose) {
    AddedComputations made{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::find(computation.instructions, opcode, &Instruction::opcode) == computation.instructions.end())
            continue;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            const Replacement replacement = instruction.opcode == opcode ? choose(builder, instruction) : Replacement();
            if (!replacement) return builder.add(std::move(instruction));
            changed = true;
            Expansion expansion(builder, instruction, made);
            return replacement(expansion);
        });
    }
    std::ranges::move(made.added, std::back_inserter(module.computations));
    return changed;
}

} // namespace hlo2cpp
