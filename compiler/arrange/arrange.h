// Arranging: the same steps in a form that suits the target better.
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

Kernels arrange(Kernels kernels, const Target& target, const Goal& goal = {});

} // namespace hlo2cpp
