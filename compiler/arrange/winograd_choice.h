// The choice of a minimal filter and of strips for a convolution.
#pragma once

#include "arrange/winograd.h"
#include "arrange/winograd_plan.h"

namespace hlo2cpp {

// The fastest plan for a convolution; none if the sum itself is as fast, or if no plan fits.
std::optional<WinogradPlan> winograd_plan(const Kernel& kernel, const Target& target, const CycleEstimate& cycles);

} // namespace hlo2cpp
