// Scalarization: chains of steps on small arrays become straight-line code on their elements.
//
// A filter of four states is a dozen products of matrices of 16 elements, many of which are 0 or 1. As loops each is a
// function, reads constants from flash, and stores an array for the next one. As scalars, products with constants and
// sums that nobody needs are gone, and values stay in registers.
#pragma once

#include <functional>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// `cycles`: estimated ones of a kernel as loops.
Kernels scalarize(Kernels kernels, const std::function<double(const Kernel&)>& cycles, const Target& target,
                  const Goal& goal);

} // namespace hlo2cpp
