// Programs with one number changed, and what they then do to memory.
#pragma once

#include "program/program.h"

namespace hlo2cpp::testing {

// How many numbers there are in the functions of a program: in subscripts, bounds of loops, tests, arguments of calls.
std::size_t numbers_of(const Program& program);
// The same program, where that number is greater by `by`.
Program mutant(const Program& program, std::size_t number, std::int64_t by);

// Runs the steps, with first and last rounds of loops only; values of run time are not known. Whether some subscript is
// outside its array for certain.
bool leaves_arrays(const Program& program);

} // namespace hlo2cpp::testing
