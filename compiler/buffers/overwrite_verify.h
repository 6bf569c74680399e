// Proof that a step that runs in place reads every element before it is overwritten.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Walks through the points of the nest in their order, and notes which elements they have stored: no point loads one of
// these from `operand`, which has the bytes of the output.
bool reads_before_it_writes(const Kernel& kernel, const LoopNest& nest, ArgumentId operand, std::size_t output);

} // namespace hlo2cpp
