#include "tile/options.h"

namespace hlo2cpp {

TileOptions options_of(const Target& target, const Goal& goal) {
    const Target::Unrolling most = target.unrolling(goal.optimize);
    const bool small = goal.optimize == Optimize::Size && target.vector_bytes == 0;
    return {.goal = goal,
            .boxes = most.boxes,
            .unrolled_taps = small ? target.balanced.taps : most.taps,
            .joined_borders = small || (target.scarce_flash && goal.optimize != Optimize::Speed),
            .small = small};
}

} // namespace hlo2cpp
