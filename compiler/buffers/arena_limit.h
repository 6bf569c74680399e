// Checks that the arena fits: where the target can address it, and into the memory regions of the user.
#pragma once

#include "buffers/buffer_plan.h"
#include "machine/target.h"
#include "support/diagnostics.h"
#include "support/goal.h"

namespace hlo2cpp {

void check_arena_limit(const BufferPlan& plan, const Target& target, Diagnostics& diagnostics);

// A region above its budget is an error, which says what is missing and the least that there must be.
void check_budgets(const Kernels& kernels, const Schedule& schedule, const BufferPlan& plan, const Goal& goal,
                   Diagnostics& diagnostics);

} // namespace hlo2cpp
