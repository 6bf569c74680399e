// Prints a nest's statements for --dump; tests pin this text for each form and each target.
#pragma once

#include <string>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// One statement a line, each line after `indent`.
std::string print(const Kernel& kernel, const Body& body, const std::string& indent);

} // namespace hlo2cpp::nest
