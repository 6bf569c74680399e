#include "tile/tilings.h"

#include <algorithm>

#include "kernel/bounds.h"
#include "tile/few_functions.h"
#include "tile/shared_constants.h"
#include "tile/strategies.h"

namespace hlo2cpp {
namespace {

bool has_points(const Kernel& kernel) {
    if (kernel.sort && kernel.sort->size < 2) return false; // in order as they are
    const Bounds bounds(kernel.space);
    return std::ranges::find(kernel.dims, 0) == kernel.dims.end() &&
           std::ranges::none_of(kernel.conditions, [&](const Condition& condition) { return bounds.never(condition); });
}

} // namespace

std::vector<Tiling> tilings(const Kernels& kernels, const Target& target, const Goal& goal) {
    TileOptions options = options_of(target, goal);
    const double slack = options.joined_borders ? slack_of_functions(kernels, options) : 1;
    std::vector<std::vector<ArgumentId>> as_they_lie =
        constants_as_they_lie(kernels, target, options, target.byte_cycles(goal.optimize));
    std::vector<std::vector<Candidate>> found; // by kernel
    for (std::size_t k = 0; k < kernels.kernels.size(); ++k) {
        const Kernel& kernel = kernels.kernels[k];
        options.as_they_lie = std::move(as_they_lie[k]);
        found.push_back(has_points(kernel) ? candidates(kernel, target, options, slack) : std::vector<Candidate>(1));
    }
    if (slack > 1) choose_few_functions(kernels, target, options, found);
    std::vector<Tiling> chosen;
    for (std::vector<Candidate>& of_kernel : found) {
        chosen.push_back(std::move(of_kernel.front().nest));
        chosen.back().kernel = KernelId(chosen.size() - 1);
    }
    return chosen;
}

} // namespace hlo2cpp
