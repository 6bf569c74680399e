// A tiling that may be chosen. `tile` compares candidates by their estimated cycles alone.
#pragma once

#include "tile/estimate.h"
#include "tile/tiling.h"

namespace hlo2cpp {

struct Candidate {
    Tiling nest;
    double cycles = 0;
};

// The estimate of a tiling's statements.
Estimate estimate(const Kernel& kernel, const Tiling& tiling, const Target& target, bool any_size = false);

// The tiling as the only candidate of a strategy.
std::vector<Candidate> only_candidate(const Kernel& kernel, Tiling tiling, const Target& target);

} // namespace hlo2cpp
