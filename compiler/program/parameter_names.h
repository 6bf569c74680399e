// Names of a parameter of the entry: in the header, in diagnostics, and on the command line.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// Name of a parameter in the header: the variable that a framework gives as op_name, else the name in the module. An
// op_name with a '/' is a place in the program, and TensorFlow's "XLA_Args" any argument: no variable.
const std::string& name_of_parameter(const Instruction& parameter);

// All names of a parameter: its name in the module and its op_name, both also as identifiers.
std::vector<std::string> names_of_parameter(const Instruction& parameter);

} // namespace hlo2cpp
