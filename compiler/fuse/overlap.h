// Work that is done while an exchange with other devices is under way.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// One flag an instruction: it stands between the start of an exchange and its wait.
std::vector<bool> overlapping(const Computation& computation);

} // namespace hlo2cpp
