// An op that says which others it stands for is replaced by those.
#include <algorithm>

#include "linalg/library_call.h"
#include "lower/pass.h"
#include "ops/expansion.h"
#include "ops/op.h"

namespace hlo2cpp {
namespace {

bool expands(const Instruction& instruction) {
    return expand_of(instruction.opcode) != nullptr;
}

bool is_custom_call(const Instruction& instruction) {
    return instruction.opcode == Opcode::CustomCall;
}

} // namespace

bool expand_ops(Module& module) {
    AddedComputations made{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        const auto may_expand = [](const Instruction& i) { return expands(i) || is_custom_call(i); };
        if (std::none_of(computation.instructions.begin(), computation.instructions.end(), may_expand)) continue;
        changed = true;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (is_custom_call(instruction))
                if (const auto call = linalg_call(builder.computation(), instruction)) {
                    Expansion expansion(builder, instruction, made);
                    return expand_linalg(expansion, *call);
                }
            if (!expands(instruction)) return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, made);
            return expand_of(instruction.opcode)(expansion);
        });
    }
    for (Computation& computation : made.added) module.computations.push_back(std::move(computation));
    return changed;
}

} // namespace hlo2cpp
