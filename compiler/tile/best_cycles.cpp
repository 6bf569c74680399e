#include "tile/best_cycles.h"

#include <limits>

#include "tile/contraction.h"

namespace hlo2cpp {

std::function<double(const Kernel&)> best_cycles(const Target& target, const Goal& goal) {
    return [target, options = options_of(target, goal)](const Kernel& kernel) {
        const std::vector<Candidate> found = contraction_candidates(kernel, target, options, 1);
        return found.empty() ? std::numeric_limits<double>::infinity() : found.front().cycles;
    };
}

} // namespace hlo2cpp
