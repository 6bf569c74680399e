// The part of program_verify that proves every access to memory inside its array.
#pragma once

#include "program/program.h"

namespace hlo2cpp {

// The names of the program must have been checked before.
void verify_bounds(const Program& program);

} // namespace hlo2cpp
