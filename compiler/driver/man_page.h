// The manual page in the language of man(7).
#pragma once

#include <string>

#include "driver/command_line.h"

namespace hlo2cpp {

std::string man_page(const CommandLine& command_line);

} // namespace hlo2cpp
