// Pragmas and checks of the compiler's options in a generated file.
#pragma once

#include "generate/code.h"
#include "tree/uses.h"

namespace hlo2cpp {

// True if functions whose loads stay as written have an attribute each; else the file has a pragma for all: GCC calls
// the functions of a file with a pragma, instead of inlining them, from functions with options of their own.
bool marks_functions(const Target& target);
bool has_loads_as_written(const Program& program);
// Pragmas and checks of floating-point arithmetic, and of vectors. `doubles`: the file computes with them.
std::string arithmetic_text(const GenerateInput& input, const Used& used, bool doubles);

} // namespace hlo2cpp
