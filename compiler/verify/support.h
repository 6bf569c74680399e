// What a module uses that is not supported: all of it at once, each op and element type in one error.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

void check_support(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
