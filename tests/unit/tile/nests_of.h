// The loop nests of tilings, and of kernels.
#pragma once

#include "tile/statements/statements.h"
#include "tile/tilings.h"

namespace hlo2cpp {

inline LoopNests nests_of(const Kernels& kernels, const std::vector<Tiling>& tilings, const Target& target,
                          bool in_order = false) {
    LoopNests nests{.target = target, .in_order = in_order};
    for (const Tiling& tiling : tilings)
        nests.nests.push_back(loop_nest_of(kernels[tiling.kernel], tiling, target, in_order));
    return nests;
}

inline LoopNests nests_for(const Kernels& kernels, const char* target, Goal goal = {}) {
    const Target machine = *find_target(target);
    return nests_of(kernels, tilings(kernels, machine, goal), machine);
}

} // namespace hlo2cpp
