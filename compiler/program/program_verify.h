// An independent check of the finished program; it trusts nothing that built it.
#pragma once

#include "program/program.h"

namespace hlo2cpp {

// Throws InternalError where the program is not right:
// - a name that is not declared, or twice, or hides another one; a call of what does not exist
// - a parameter, variable, constant array, step or record that nobody uses
// - a loop whose bounds may change in it, or that is not counted and stands outside `run`
// - a parallel loop of anything but steps
// - a subscript, vector or block of memory that may lie outside its array
void verify_program(const Program& program);

} // namespace hlo2cpp
