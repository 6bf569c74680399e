// Checks of infeeds, outfeeds, sends and recvs beyond shapes: their order, and their pairs of start and done.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// `computations` is ordered callees first.
void check_feeds(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
