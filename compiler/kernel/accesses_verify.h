// Whether a kernel reads and writes inside its arrays alone.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The first load or store that may leave its array, however it is guarded, and where it may go; none: all stay inside.
std::optional<std::string> access_outside(const Kernel& kernel);

} // namespace hlo2cpp
