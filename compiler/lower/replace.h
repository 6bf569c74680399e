// Passes that replace instructions of one opcode, each alone.
#pragma once

#include <functional>

#include "ops/expansion.h"

namespace hlo2cpp {

// Builds what takes the place of an instruction.
using Replacement = std::function<InstructionId(Expansion&)>;
// The replacement of an instruction whose operands are ids of the builder; none: it stays.
using ChooseReplacement = std::function<Replacement(const ComputationBuilder&, const Instruction&)>;

// Whether any was replaced.
bool replace_each(Module& module, Opcode opcode, const ChooseReplacement& choose);

} // namespace hlo2cpp
