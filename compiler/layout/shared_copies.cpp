#include "layout/shared_copies.h"

#include <map>

namespace hlo2cpp {
namespace {

class RegionCopies {
public:
    RegionCopies(const Kernels& kernels, std::size_t first) : kernels_(kernels), first_(first) {}

    void run(Region& region) {
        std::vector<StepNode> steps;
        for (StepNode& step : region.steps)
            if (Call* const call = std::get_if<Call>(&step); call == nullptr || !is_known(*call))
                steps.push_back(std::move(step));
        region.steps = std::move(steps);
    }

private:
    // Also lets the call read the copies that are kept.
    bool is_known(Call& call) {
        for (ValueId& value : call.values)
            if (const auto kept = kept_.find(value); kept != kept_.end()) value = kept->second;
        const Kernel& kernel = kernels_[call.kernel];
        const bool copies = call.values.size() == 2 && call.values[0].index() >= first_ &&
                            kernel.arguments[0].written && !kernel.arguments[1].written &&
                            kernels_[call.values[0]].kind == ValueKind::Temporary;
        if (!copies) return false;
        const auto [place, fresh] = copies_.try_emplace({call.kernel, call.values[1]}, call.values[0]);
        if (!fresh) kept_[call.values[0]] = place->second;
        return !fresh;
    }

    const Kernels& kernels_;
    const std::size_t first_;
    std::map<std::pair<KernelId, ValueId>, ValueId> copies_; // by kernel and array
    std::map<ValueId, ValueId> kept_;                        // the copy that another one equals
};

} // namespace

void share_copies(Kernels& kernels, std::size_t first) {
    for (Region& region : kernels.regions) RegionCopies(kernels, first).run(region);
}

} // namespace hlo2cpp
