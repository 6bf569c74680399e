// Values that a loop never changes.
#pragma once

#include <vector>

#include "ir/computation_builder.h"

namespace hlo2cpp {

// Loop-invariant instructions of a while's body, one flag an instruction.
std::vector<bool> invariant_instructions(const Computation& body);

// `roots`, invariant instructions of the loop's body in order, are computed in front of the loop, which only hands them
// on; the loop's operands are instructions of `builder` already.
void compute_in_front(Module& module, ComputationBuilder& builder, Instruction& loop,
                      const std::vector<InstructionId>& roots);

} // namespace hlo2cpp
