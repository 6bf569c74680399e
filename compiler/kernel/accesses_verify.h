// Proves that a kernel reads and writes only inside its arrays.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The first load or store that may leave its array despite its guards, with the range of its index; none: all stay
// inside.
std::optional<std::string> access_outside(const Kernel& kernel);

} // namespace hlo2cpp
