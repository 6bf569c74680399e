// Text of a nest's statements, for --dump: what tests pin, for each form and each machine.
#pragma once

#include <string>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// One statement a line, each line after `indent`.
std::string print(const Kernel& kernel, const Body& body, const std::string& indent);

} // namespace hlo2cpp::nest
