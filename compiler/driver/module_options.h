// Options that say what is compiled: the module, and what it leaves open.
#pragma once

#include "driver/command_line.h"

namespace hlo2cpp {

OptionGroup module_group(Options& options);

} // namespace hlo2cpp
