// Checks that the arena fits where the target can address it.
#pragma once

#include "buffers/buffer_plan.h"
#include "machine/target.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

void check_arena_limit(const BufferPlan& plan, const Target& target, Diagnostics& diagnostics);

} // namespace hlo2cpp
