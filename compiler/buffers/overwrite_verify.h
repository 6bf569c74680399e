// Proof that a step that runs in place reads every element before it is overwritten.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Walks through the points of the nest in their order, and notes which elements they have stored: no point loads one of
// these from `operand`, which has the bytes of the output.
bool reads_before_it_writes(const Kernel& kernel, const LoopNest& nest, ArgumentId operand, std::size_t output);

// The same of a kernel of one point, which has no nest: walks through its outputs in their order, each of which loads
// what no earlier one has loaded, and then stores. `argument`: whose array lies at the operand's place.
bool reads_before_it_writes(const Kernel& kernel, ArgumentId operand, ArgumentId argument);

} // namespace hlo2cpp
