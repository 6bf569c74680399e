// Tables of functions of one byte, on machines that compute them number by number:
//
//     tanh(convert(x) * 0.05) of an x of s8    becomes    table[x + 128]
//
// Networks of integers apply logistic, tanh, gelu and the like to numbers that were rounded to s8. The function may be
// any tree of expressions that depends on one byte and constants, also inside a kernel that computes the byte; its
// values are computed as constants are folded, with the bits that generated code has.
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Puts tables where they save more cycles of a call than their flash is worth.
void use_byte_tables(Kernels& kernels, const Target& target, const Goal& goal);

} // namespace hlo2cpp
