#include "tile/tile.h"

#include "tile/module_loops.h"
#include "tile/parallel_loops.h"
#include "tile/statements/statements.h"
#include "tile/tilings.h"

namespace hlo2cpp {

LoopNests tile(const Kernels& kernels, const Target& target, const Goal& goal) {
    LoopNests nests{.target = target, .in_order = goal.in_order};
    for (const Tiling& tiling : tilings(kernels, target, goal))
        nests.nests.push_back(loop_nest_of(kernels[tiling.kernel], tiling, target, goal.in_order));
    add_module_loops(kernels, goal, nests);
    add_parallel_loops(kernels, goal.threads, nests);
    return nests;
}

} // namespace hlo2cpp
