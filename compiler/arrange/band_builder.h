// The steps of a band, see band.h.
#pragma once

#include "arrange/band.h"

namespace hlo2cpp {

// Returns the steps that replace the band's calls, and adds the kernels, values and regions that they need.
std::vector<StepNode> steps_of(Kernels& kernels, const RowAnalysis& calls, const Band& band);

} // namespace hlo2cpp
