// The script that completes commands, options and their values in bash.
#pragma once

#include <string>

#include "driver/command_line.h"

namespace hlo2cpp {

std::string bash_completion(const CommandLine& command_line);

} // namespace hlo2cpp
