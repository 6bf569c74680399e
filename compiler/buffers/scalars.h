// Which buffers are variables of `run`: one scalar each, which only statements of `run` itself read and write.
#pragma once

#include <vector>

#include "buffers/buffer_plan.h"

namespace hlo2cpp {

// Takes them out of the plan's arena buffers and makes them its scalars.
void choose_scalars(const Kernels& kernels, const Schedule& schedule, BufferPlan& plan);

} // namespace hlo2cpp
