#include "ops/effects.h"

#include <algorithm>

#include "ir/holding.h"

namespace hlo2cpp {

bool has_effect(const Instruction& instruction) {
    return instruction.opcode == Opcode::CustomCall && instruction.attributes.has_side_effect;
}

Effects::Effects(const Module& module) : computations_(computations_holding(module, has_effect)) {}

bool Effects::of(const Instruction& instruction) const {
    return has_effect(instruction) ||
           std::ranges::any_of(instruction.called, [&](ComputationId called) { return computations_[called.index()]; });
}

} // namespace hlo2cpp
