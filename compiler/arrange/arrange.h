// Arranging: the same steps in a form that suits the target better. It has one pass yet: equal kernels become one.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

Kernels arrange(Kernels kernels);

} // namespace hlo2cpp
