// Liveness of a computation's values: needed or dead, and the last uses.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Lifetimes {
    std::vector<bool> needed; // by instruction: the root depends on it, or it exchanges data with the host
    // dies[i][k]: instruction i is the last user of its operand k, or of the element that it uses, and may overwrite
    // it. A get-tuple-element uses one element of its operand, every other instruction all of it.
    std::vector<std::vector<bool>> dies;
    std::vector<std::vector<InstructionId>> last_uses; // last_uses[i]: values without a use after instruction i
};

// True if the instruction runs even without a reader. `feeds`: by computation, true if it exchanges data with the host.
bool must_run(const Instruction& instruction, const std::vector<bool>& feeds);
Lifetimes lifetimes_of(const Computation& computation, const std::vector<bool>& feeds);

} // namespace hlo2cpp
