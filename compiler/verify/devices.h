// The number of devices that a module is for.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Sets the module's numbers of replicas and partitions from the command line (0: not given) or its file. A single given
// number makes the other one 1. Without either the module is for one device. Errors: an instruction that depends on the
// unknown number, two different numbers, and a module that XLA has not partitioned yet.
void resolve_devices(Module& module, const Devices& asked, Diagnostics& diagnostics);

// Checks the places of collectives, exchanges and transfers between devices, and that each half has its other half.
void check_exchanges(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
