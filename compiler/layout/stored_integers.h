// Constants whose values are small integers, and that are stored as such:
//
//     w f32 (1, -3, 127, ...)        becomes        w s8, converted where kernels load it
//
// All values stay the same, bit for bit: a constant with a -0, a NaN, an infinity or a fraction stays as it is. What
// the conversions cost is estimated for all kernels that read the constant; it is weighed against the flash.
#pragma once

#include "layout/kernel_cycles.h"

namespace hlo2cpp {

// The narrowest integer type of fewer bytes that has all values of the constant; none: there is none.
std::optional<ElementType> integers_of(const Literal& constant);

// Changes constants that kernels alone read.
void store_integers(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal);

} // namespace hlo2cpp
