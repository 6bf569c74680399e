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

// Calls that are a chain. Where floats are finite, one may be: zeros that are left out save more than calls.
constexpr std::size_t fewest_calls(const Goal& goal) {
    return goal.finite ? 1 : 3;
}

// `cycles`: estimated ones of a kernel as loops; `fewest`: calls that are a chain.
Kernels scalarize(Kernels kernels, const std::function<double(const Kernel&)>& cycles, const Target& target,
                  const Goal& goal, std::size_t fewest);

} // namespace hlo2cpp
