// Runs a module: the generated code through the host's C++ compiler, or the evaluator.
#pragma once

#include <string>
#include <vector>

#include "driver/compile.h"

namespace hlo2cpp {

// The arguments from .npy files, one an argument leaf; throws InputError that names the argument at fault.
std::vector<Literal> read_arguments(const Module& module, const std::vector<std::string>& paths);

// Both return one literal a result leaf, row-major.
std::vector<Literal> run_evaluator(const Module& module, const std::vector<Literal>& arguments);
// Throws InputError where the compiler fails, or the program does not end with 0.
std::vector<Literal> run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                                  const std::vector<Literal>& arguments, const std::string& cxxflags);

} // namespace hlo2cpp
