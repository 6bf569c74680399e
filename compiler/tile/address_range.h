// Check that the target can address every array; no later stage's counts overflow then.
#pragma once

#include <string>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Complains about every array that has more bytes than the target addresses in one buffer.
void check_address_range(const Kernels& kernels, const Target& target, Diagnostics& diagnostics);

// Text for a diagnostic: "2147483647 bytes that one buffer may have on target generic", and the remedy.
std::string buffer_limit_text(const Target& target);

} // namespace hlo2cpp
