// How a parameter of the entry is called: in the header, in diagnostics, and on the command line.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// What the header is named after: the variable that a framework gives as op_name, else the name in the module. An
// op_name with a '/' is a place in the program, no variable.
const std::string& name_of_parameter(const Instruction& parameter);

// All names by which it goes: that in the module and its op_name, both also as identifiers.
std::vector<std::string> names_of_parameter(const Instruction& parameter);

} // namespace hlo2cpp
