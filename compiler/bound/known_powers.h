// f8e8m0fnu has powers of two alone, and no 0. XLA gives the least of them, 2^-127, for a 0 that it knows when it
// compiles, and NaN for one that comes up at run time; so do we:
//
//     convert(constant(0)), iota along a dimension of size 1     2^-127
//     convert(parameter), iota along any other dimension         NaN where it is 0
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Conversions of known numbers to f8e8m0fnu, and such iotas, become constants. `module` is verified.
void fold_known_powers(Module& module);

} // namespace hlo2cpp
