#include "schedule/schedule.h"

#include <unordered_set>

#include "schedule/copies.h"
#include "schedule/region_order.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// By result leaf: the parameter that it is written into, or none.
std::vector<ValueId> aliased_parameters(const Kernels& kernels, const std::vector<Alias>& aliases) {
    std::vector<ValueId> parameters(kernels.results.size());
    std::unordered_set<ValueId> used;
    for (const Alias& alias : aliases) {
        check_internal(alias.output_leaf >= 0 &&
                           alias.output_leaf < static_cast<std::int64_t>(kernels.results.size()) &&
                           alias.parameter_leaf >= 0 &&
                           alias.parameter_leaf < static_cast<std::int64_t>(kernels.parameters.size()),
                       "an alias names a leaf that does not exist");
        const ValueId parameter = kernels.parameters[static_cast<std::size_t>(alias.parameter_leaf)];
        check_internal(used.insert(parameter).second, "two results alias one parameter");
        parameters[static_cast<std::size_t>(alias.output_leaf)] = parameter;
    }
    return parameters;
}

class Builder {
public:
    Builder(const Kernels& kernels, const LoopNests& nests, const std::vector<ValueId>& aliased)
        : kernels_(kernels), aliased_(aliased), orders_(order_regions(kernels, nests, aliased)) {
        schedule_.values = kernels.values;
        schedule_.entry = kernels.entry;
        schedule_.regions.resize(kernels.regions.size());
        schedule_.order = orders_.peak <= orders_.bound ? "proved" : std::to_string(orders_.peak - orders_.bound);
        add_results();
        add_scratch(nests);
    }

    Schedule build() {
        for (const RegionId region : regions_outside_in(kernels_.regions, kernels_.entry))
            for (const std::size_t step : orders_.steps[region.index()]) add_step(region, kernels_[region].steps[step]);
        add_ends();
        std::vector<Copy> copies;
        for (std::size_t leaf = 0; leaf < kernels_.results.size(); ++leaf)
            copies.push_back({kernels_.results[leaf], schedule_.results[leaf]});
        add_copies(kernels_.entry, copies);
        return std::move(schedule_);
    }

private:
    ValueId add_value(Value value) {
        schedule_.values.push_back(std::move(value));
        return ValueId(schedule_.values.size() - 1);
    }

    void add_results() {
        for (std::size_t leaf = 0; leaf < kernels_.results.size(); ++leaf) {
            if (aliased_[leaf].valid()) {
                schedule_.results.push_back(aliased_[leaf]);
                continue;
            }
            const Value& from = kernels_[kernels_.results[leaf]];
            schedule_.results.push_back(add_value({.kind = ValueKind::Result,
                                                   .type = from.type,
                                                   .dims = from.dims,
                                                   .leaf = static_cast<std::int64_t>(leaf),
                                                   .name = from.name}));
        }
    }

    void add_scratch(const LoopNests& nests) {
        schedule_.scratch.resize(kernels_.kernels.size());
        for (std::size_t k = 0; k < kernels_.kernels.size() && k < nests.nests.size(); ++k) {
            if (nests.nests[k].scratch_bytes == 0) continue;
            const ElementType type = nests.nests[k].scratch_type;
            schedule_.scratch[k] = add_value({.type = type,
                                              .dims = {nests.nests[k].scratch_bytes / byte_size(type)},
                                              .name = "scratch of " + kernels_.kernels[k].name});
        }
    }

    void add_step(RegionId region, const StepNode& step) {
        std::vector<Copy> copies;
        if (const KernelId* id = std::get_if<KernelId>(&step)) {
            const Kernel& kernel = kernels_[*id];
            for (const Output& output : kernel.outputs)
                if (output.updates.valid()) copies.push_back({output.updates, output.value});
        } else if (const While* loop = std::get_if<While>(&step)) {
            for (const While::Carried& carried : loop->carried) copies.push_back({carried.initial, carried.value});
            owners_.push_back(&step);
        } else if (std::holds_alternative<Conditional>(step)) {
            owners_.push_back(&step);
        }
        add_copies(region, copies);
        schedule_.regions[region.index()].steps.push_back(step);
    }

    // Copies at the end of loop bodies and branches.
    void add_ends() {
        for (const StepNode* step : owners_) {
            if (const While* loop = std::get_if<While>(step)) {
                std::vector<Copy> copies;
                for (const While::Carried& carried : loop->carried) copies.push_back({carried.next, carried.value});
                add_copies(loop->body, copies);
            } else if (const Conditional* conditional = std::get_if<Conditional>(step)) {
                for (const Conditional::Branch& branch : conditional->branches) {
                    std::vector<Copy> copies;
                    for (std::size_t i = 0; i < branch.results.size(); ++i)
                        copies.push_back({branch.results[i], conditional->results[i]});
                    add_copies(branch.region, copies);
                }
            }
        }
    }

    void add_copies(RegionId region, const std::vector<Copy>& at_once) {
        std::vector<StepNode>& steps = schedule_.regions[region.index()].steps;
        const auto temporary = [&](ValueId like) {
            Value value = schedule_[like];
            value.kind = ValueKind::Temporary;
            value.leaf = -1;
            return add_value(std::move(value));
        };
        for (const Copy& copy : one_by_one(at_once, temporary)) steps.push_back(copy);
    }

    const Kernels& kernels_;
    const std::vector<ValueId>& aliased_;
    const RegionOrders orders_;
    Schedule schedule_;
    std::vector<const StepNode*> owners_; // whiles and conditionals
};

} // namespace

Schedule schedule(const Kernels& kernels, const LoopNests& nests, const std::vector<Alias>& aliases) {
    const std::vector<ValueId> aliased = aliased_parameters(kernels, aliases);
    return Builder(kernels, nests, aliased).build();
}

} // namespace hlo2cpp
