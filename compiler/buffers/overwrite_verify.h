// Proof that a step that runs in place reads every element before it is overwritten.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Walks through the points of the nest in their order, and notes which elements they have stored: no point loads one of
// these from `operand`, which has the bytes of the output. Of several outputs to one array it asks the proof below.
bool reads_before_it_writes(const Kernel& kernel, const LoopNest& nest, ArgumentId operand, std::size_t output);

// Kernels of one point, which have no loops: walks through the outputs in their order, each of which loads what no
// earlier one has loaded, and then stores. `argument`: whose array lies at the operand's place.
bool reads_before_it_writes(const Kernel& kernel, ArgumentId operand, ArgumentId argument);

} // namespace hlo2cpp
