// What infeeds, outfeeds, sends and recvs need beside their shapes: an order, and their other half.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// `computations`: those called first.
void check_feeds(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
