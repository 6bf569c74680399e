#include "ops/effects.h"

#include <algorithm>

namespace hlo2cpp {

bool has_effect(const Instruction& instruction) {
    return instruction.opcode == Opcode::CustomCall && instruction.attributes.has_side_effect;
}

// Once where callees come first, as in lowered modules; else as often as calls are nested.
Effects::Effects(const Module& module) : computations_(module.computations.size()) {
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < computations_.size(); ++i) {
            const std::vector<Instruction>& instructions = module.computations[i].instructions;
            if (computations_[i] || std::ranges::none_of(instructions, [&](const Instruction& one) { return of(one); }))
                continue;
            computations_[i] = grown = true;
        }
    }
}

bool Effects::of(const Instruction& instruction) const {
    return has_effect(instruction) ||
           std::ranges::any_of(instruction.called, [&](ComputationId called) { return computations_[called.index()]; });
}

} // namespace hlo2cpp
