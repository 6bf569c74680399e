// Constants whose values are small integers, or these times a scale, and that are stored as such:
//
//     w f32 (1, -3, 127, ...)        becomes        w s8, converted where kernels load it
//     w s4 (1, -3, 7, ...)           becomes        w u8, two elements a byte
//
// All values stay the same, bit for bit (stored_form.h). What the conversions cost is estimated for all kernels that
// read the constant; it is weighed against the flash.
#pragma once

#include <set>

#include "layout/kernel_cycles.h"

namespace hlo2cpp {

// Changes constants that kernels alone read. Gives back those whose elements kernels compute: from scales, or from
// several in a byte.
std::set<ValueId> store_integers(Kernels& kernels, const KernelCycles& cycles, const Target& target, const Goal& goal);

} // namespace hlo2cpp
