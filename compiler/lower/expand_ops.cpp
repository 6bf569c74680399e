// An op that says which others it stands for is replaced by those.
#include <algorithm>

#include "lower/pass.h"
#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool expands(const Instruction& instruction) {
    return expand_of(instruction.opcode) != nullptr;
}

} // namespace

bool expand_ops(Module& module) {
    AddedComputations made{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::none_of(computation.instructions.begin(), computation.instructions.end(), expands)) continue;
        changed = true;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (!expands(instruction)) return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, made);
            return expand_of(instruction.opcode)(expansion);
        });
    }
    for (Computation& computation : made.added) module.computations.push_back(std::move(computation));
    return changed;
}

} // namespace hlo2cpp
