// Products of an integer and a float that become integers again: what requantisation is.
//
//     convert-nearest(multiply(convert(x), scale))    becomes    convert-nearest(x, scale)
//
// of an s32 x. A machine without an FPU computes it from integers (runtime_lib/nearest_product.h), with the same bits.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

void join_scaled_integers(Kernel& kernel);

} // namespace hlo2cpp
