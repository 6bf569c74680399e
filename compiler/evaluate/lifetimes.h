// Which values of a computation are needed, and which instruction is the last to use them.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Lifetimes {
    std::vector<bool> needed; // one an instruction: the root depends on it, or it exchanges data with the host
    // dies[i][k]: what instruction i uses of its operand k is used by nobody later, so that it may be overwritten. A
    // get-tuple-element uses one element of its operand, every other instruction all of it.
    std::vector<std::vector<bool>> dies;
    std::vector<std::vector<InstructionId>> last_uses; // last_uses[i]: values that nobody uses after instruction i
};

// Whether it runs though nobody reads its result. `feeds`: by computation, whether that exchanges data with the host.
bool must_run(const Instruction& instruction, const std::vector<bool>& feeds);
Lifetimes lifetimes_of(const Computation& computation, const std::vector<bool>& feeds);

} // namespace hlo2cpp
