// Whether every array fits where the target can address it: what the later stages count in does not overflow then.
#pragma once

#include <string>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Complains about every array that has more bytes than the target addresses in one buffer.
void check_address_range(const Kernels& kernels, const Target& target, Diagnostics& diagnostics);

// "2147483647 bytes that one buffer may have on target generic", and what to do.
std::string buffer_limit_text(const Target& target);

} // namespace hlo2cpp
