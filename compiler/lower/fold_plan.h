// Which instructions of a computation constant folding computes.
//
// What is folded takes flash, so a large result must replace an array that is no smaller and that nothing else needs;
// small ones are always folded. A broadcast of a scalar takes no flash: it is never spelled out, but as an operand of
// what is folded.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

enum class Fold : std::uint8_t {
    No,
    Array, // to a constant of the result's shape
    Splat, // elementwise on broadcasts of scalars: to a broadcast of a scalar constant
};

// One an instruction.
std::vector<Fold> plan_folding(const Computation& computation);

// Whether folding can compute this op at all.
bool can_fold(const Instruction& instruction);

} // namespace hlo2cpp
