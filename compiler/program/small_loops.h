// Loops around others of varying length, as over a triangle of a matrix, that take few statements when they are written
// out. A compiler that is asked to do so has the elements of small matrices in registers, and all bounds and subscripts
// are numbers. A loop of constant length gains less than it takes of the flash.
#pragma once

#include "program/program.h"

namespace hlo2cpp {

// Asks for it at each outermost loop of `run` that takes `most` statements at most, written out, and at those inside
// it.
void unroll_small_loops(Program& program, std::int64_t most);

} // namespace hlo2cpp
