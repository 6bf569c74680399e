#include "tile/best_cycles.h"

#include <limits>

#include "tile/contraction.h"

namespace hlo2cpp {

std::function<double(const Kernel&)> best_cycles(const Target& target, const Goal& goal) {
    return [target, options = contraction_options(target, goal)](const Kernel& kernel) {
        const std::optional<Tiling> tiling = tile_contraction(kernel, target, options);
        return tiling ? estimate(kernel, *tiling, target).cycles : std::numeric_limits<double>::infinity();
    };
}

} // namespace hlo2cpp
