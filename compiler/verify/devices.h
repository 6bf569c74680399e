// How many devices a module is for.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// True: for one. Else it complains, of what the file says or of the instruction that names most devices.
bool check_devices(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
