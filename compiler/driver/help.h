// Help on a terminal of 80 columns.
#pragma once

#include <string>

#include "driver/command_line.h"

namespace hlo2cpp {

constexpr std::size_t kHelpColumns = 80;

std::string help_text(const CommandLine& command_line); // of the tool: its commands
std::string help_text(const CommandSpec& command);

} // namespace hlo2cpp
