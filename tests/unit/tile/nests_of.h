// The loop nests of tilings.
#pragma once

#include "tile/statements/statements.h"

namespace hlo2cpp {

inline LoopNests nests_of(const Kernels& kernels, const std::vector<Tiling>& tilings, const Target& target,
                          bool in_order = false) {
    LoopNests nests{.target = target, .in_order = in_order};
    for (const Tiling& tiling : tilings)
        nests.nests.push_back(loop_nest_of(kernels[tiling.kernel], tiling, target, in_order));
    return nests;
}

} // namespace hlo2cpp
