// Steps whose results nobody reads, for what did turned out to load nothing: a pad that cuts off all of its operand.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Drops steps that have no effect and whose results nobody reads, and the regions and kernels that were theirs alone.
void drop_unread_steps(Kernels& kernels);

} // namespace hlo2cpp
