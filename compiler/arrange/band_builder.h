// The steps of a band, see band.h.
#pragma once

#include "arrange/band.h"

namespace hlo2cpp {

// What runs instead of the band's calls. The kernels, values and regions that it takes are added.
std::vector<StepNode> steps_of(Kernels& kernels, const RowAnalysis& calls, const Band& band);

} // namespace hlo2cpp
