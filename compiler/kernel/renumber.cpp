#include "kernel/renumber.h"

#include <utility>

#include "kernel/step_access.h"

namespace hlo2cpp {

void drop_unowned_regions(Kernels& kernels) {
    std::vector<bool> kept(kernels.regions.size());
    for (const RegionId region : regions_outside_in(kernels.regions, kernels.entries)) kept[region.index()] = true;
    std::vector<Region> regions;
    std::vector<RegionId> now(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) continue;
        now[i] = RegionId(regions.size());
        regions.push_back(std::move(kernels.regions[i]));
    }
    for (Region& region : regions)
        for (StepNode& step : region.steps) {
            if (While* loop = std::get_if<While>(&step)) {
                loop->condition = now[loop->condition.index()];
                loop->body = now[loop->body.index()];
            } else if (Conditional* conditional = std::get_if<Conditional>(&step)) {
                for (Conditional::Branch& branch : conditional->branches) branch.region = now[branch.region.index()];
            }
        }
    for (Entry& entry : kernels.entries) entry.region = now[entry.region.index()];
    kernels.regions = std::move(regions);
}

std::vector<bool> called_kernels(const Kernels& kernels) {
    std::vector<bool> called(kernels.kernels.size());
    for_each_call(kernels.regions, [&](const Call& call) { called[call.kernel.index()] = true; });
    return called;
}

void replace_kernels(Kernels& kernels, std::vector<Kernel> kept, const std::vector<KernelId>& now) {
    kernels.kernels = std::move(kept);
    for (Region& region : kernels.regions)
        for (StepNode& step : region.steps)
            if (Call* const call = std::get_if<Call>(&step)) call->kernel = now[call->kernel.index()];
}

} // namespace hlo2cpp
