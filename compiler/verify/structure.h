// Structural checks, which come before all others: ids refer to something, nothing depends on itself.
#pragma once

#include <vector>

#include "ir/module.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// A diagnostic about an instruction.
Diagnostic about(const Computation& computation, const Instruction& instruction, std::string message);

// The computations that the entry reaches, each once, callees first. Empty, with an error, if the structure is broken.
std::vector<ComputationId> check_structure(const Module& module, Diagnostics& diagnostics);

} // namespace hlo2cpp
