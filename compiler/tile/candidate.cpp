#include "tile/candidate.h"

#include "tile/statements/statements.h"

namespace hlo2cpp {

Estimate estimate(const Kernel& kernel, const Tiling& tiling, const Target& target, bool any_size) {
    return estimate(kernel, loop_nest_of(kernel, tiling, target, false), target, any_size);
}

} // namespace hlo2cpp
