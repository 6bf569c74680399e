// Whether everything fits where the target can address it.
#pragma once

#include "buffers/buffer_plan.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

// Complains about every array that has more bytes than the target addresses in one buffer.
void check_address_range(const Kernels& kernels, const Target& target, Diagnostics& diagnostics);
// The same for the arena as a whole.
void check_address_range(const BufferPlan& plan, const Target& target, Diagnostics& diagnostics);

} // namespace hlo2cpp
