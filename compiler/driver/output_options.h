// Options of `compile` that say what is written.
#pragma once

#include "driver/command_line.h"
#include "driver/commands.h"

namespace hlo2cpp {

OptionGroup output_group(Options& options);

} // namespace hlo2cpp
