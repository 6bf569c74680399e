#include "tile/sort_runs.h"

#include <algorithm>
#include <numeric>

#include "tile/points.h"

namespace hlo2cpp {
namespace {

// Plans the runs, and the scratch of `nest`.
void plan_sort(const Kernel& kernel, Tiling& nest) {
    constexpr std::int64_t kLongestRun = 16; // beyond that, merging takes fewer moves
    const std::int64_t size = kernel.sort->size;
    if (kernel.sort->first < size) {
        nest.sort = SortRuns{.run = size};
        return;
    }
    std::int64_t runs = 1;
    while ((size + runs - 1) / runs > kLongestRun) runs *= 2;
    nest.sort = SortRuns{.run = (size + runs - 1) / runs};
    if (runs == 1) return;
    const std::int64_t left = nest.sort->run * (runs / 2); // elements of the last merge's left run
    const auto type_of = [&](std::size_t output) { return kernel[kernel.outputs[output].argument].type; };
    std::vector<std::size_t> order(kernel.outputs.size()); // large elements first: all are aligned then
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t output) { return byte_size(type_of(output)); });
    nest.scratch_type = type_of(order.front());
    nest.sort->scratch.resize(order.size());
    const std::int64_t unit = byte_size(nest.scratch_type);
    for (const std::size_t output : order) {
        nest.sort->scratch[output] = nest.scratch_bytes / unit;
        nest.scratch_bytes += (left * byte_size(type_of(output)) + unit - 1) / unit * unit;
    }
}

} // namespace

std::vector<Candidate> sort_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                       double /*slack*/) {
    if (!kernel.sort) return {};
    Tiling tiling = tiling_of(plain_pieces(kernel, options), target);
    plan_sort(kernel, tiling);
    return only_candidate(kernel, std::move(tiling), target);
}

} // namespace hlo2cpp
