// Choice of buffers that become variables of `run`: one scalar each, which only statements of `run` itself use.
#pragma once

#include <vector>

#include "buffers/buffer_plan.h"

namespace hlo2cpp {

// Takes these buffers out of the plan's arena and makes them its scalars.
void choose_scalars(const Kernels& kernels, const Schedule& schedule, BufferPlan& plan);

} // namespace hlo2cpp
