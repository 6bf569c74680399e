#include "fuse/unread_steps.h"

#include <algorithm>
#include <unordered_set>

#include "kernel/renumber.h"
#include "kernel/step_access.h"

namespace hlo2cpp {
namespace {

// Drops steps of all regions; a step inside a loop may have been the only one that reads a value from outside, so that
// another pass drops more. False if there were none.
bool drop_once(Kernels& kernels) {
    const std::vector<RegionAccess> accesses = step_accesses(kernels);
    const std::vector<std::vector<ValueId>> results = region_results(kernels);
    const StepEffects effects(kernels.regions, kernels.entries);
    bool dropped = false;
    for (std::size_t r = 0; r < kernels.regions.size(); ++r) {
        std::vector<StepNode>& steps = kernels.regions[r].steps;
        std::unordered_set<ValueId> read(results[r].begin(), results[r].end());
        std::vector<StepNode> kept; // the last one first
        for (std::size_t s = accesses[r].steps.size(); s-- > 0;) {
            const StepAccess& access = accesses[r].steps[s];
            const bool needed = effects.of(steps[s]) ||
                                std::ranges::any_of(access.writes, [&](ValueId value) { return read.contains(value); });
            if (!needed) continue;
            read.insert(access.reads.begin(), access.reads.end());
            kept.push_back(std::move(steps[s]));
        }
        dropped = dropped || kept.size() < steps.size();
        std::ranges::reverse(kept);
        steps = std::move(kept);
    }
    return dropped;
}

void drop_uncalled_kernels(Kernels& kernels) {
    const std::vector<bool> called = called_kernels(kernels);
    std::vector<KernelId> now(called.size()); // by old id
    std::vector<Kernel> kept;
    for (std::size_t k = 0; k < now.size(); ++k) {
        if (!called[k]) continue;
        now[k] = KernelId(kept.size());
        kept.push_back(std::move(kernels.kernels[k]));
    }
    replace_kernels(kernels, std::move(kept), now);
}

} // namespace

void drop_unread_steps(Kernels& kernels) {
    bool dropped = false;
    while (drop_once(kernels)) dropped = true;
    if (!dropped) return;
    drop_unowned_regions(kernels); // before the calls in them count
    drop_uncalled_kernels(kernels);
}

} // namespace hlo2cpp
