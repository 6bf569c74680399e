#include "tile/candidate.h"

#include "tile/statements/statements.h"

namespace hlo2cpp {

Estimate estimate(const Kernel& kernel, const Tiling& tiling, const Target& target, bool any_size) {
    return estimate(kernel, loop_nest_of(kernel, tiling, target, false), target, any_size);
}

std::vector<Candidate> only_candidate(const Kernel& kernel, Tiling tiling, const Target& target) {
    const double cycles = estimate(kernel, tiling, target).cycles;
    return {{std::move(tiling), cycles}};
}

} // namespace hlo2cpp
