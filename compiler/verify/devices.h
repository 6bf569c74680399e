// The number of devices that a module is for.
#pragma once

#include <span>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Gives the module the numbers that the command line asks for (0: it does not) or that its file says; where only one of
// them is said the other is 1. Where nobody says either the module is for one device, unless an instruction depends on
// the number: that is an error, and so are two different numbers, and a module that XLA has not partitioned yet.
void resolve_devices(Module& module, const Devices& asked, Diagnostics& diagnostics);

// Checks what collectives, exchanges and transfers between devices need beside their shapes: where they may stand, and
// that each of two halves has its other one.
void check_exchanges(const Module& module, std::span<const ComputationId> computations, Diagnostics& diagnostics);

} // namespace hlo2cpp
