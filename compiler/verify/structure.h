// What has to hold before an instruction can be looked at: ids refer to something, nothing depends on itself.
#pragma once

#include <vector>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// A diagnostic about an instruction.
Diagnostic about(const Computation& computation, const Instruction& instruction, std::string message);

// The computations that the entry needs, each once, those it calls first. Empty, with an error, where something is
// broken.
std::vector<ComputationId> check_structure(const Module& module, Diagnostics& diagnostics);

} // namespace hlo2cpp
