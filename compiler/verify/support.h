// Unsupported features of a module: one error for each op and element type.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

void check_support(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
