// Ops that move numbers and compute none.
#pragma once

#include "ir/opcode.h"

namespace hlo2cpp {

// Whether its result is an element of an operand, or made of parts of some: with the same bits.
bool moves_bits(Opcode opcode);

} // namespace hlo2cpp
