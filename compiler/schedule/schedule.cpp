#include "schedule/schedule.h"

#include "schedule/copies.h"
#include "schedule/region_order.h"

namespace hlo2cpp {
namespace {

class Builder {
public:
    Builder(const Kernels& kernels, const LoopNests& nests)
        : kernels_(kernels), nests_(nests), orders_(order_regions(kernels, nests)) {
        schedule_.values = kernels.values;
        schedule_.entries = kernels.entries;
        schedule_.regions.resize(kernels.regions.size());
        schedule_.order = orders_.peak <= orders_.bound ? "proved" : std::to_string(orders_.peak - orders_.bound);
        for (Entry& entry : schedule_.entries) add_results(entry);
    }

    Schedule build() {
        for (const RegionId region : regions_outside_in(kernels_.regions, kernels_.entries))
            for (const std::size_t step : orders_.steps[region.index()]) add_step(region, kernels_[region].steps[step]);
        add_ends();
        for (std::size_t i = 0; i < kernels_.entries.size(); ++i) {
            const Entry &from = kernels_.entries[i], &to = schedule_.entries[i];
            std::vector<Copy> copies;
            for (std::size_t leaf = 0; leaf < from.results.size(); ++leaf)
                copies.push_back({from.results[leaf], to.results[leaf]});
            add_copies(from.region, copies);
        }
        return std::move(schedule_);
    }

private:
    ValueId add_value(Value value) {
        schedule_.values.push_back(std::move(value));
        return ValueId(schedule_.values.size() - 1);
    }

    void add_results(Entry& entry) {
        for (std::size_t leaf = 0; leaf < entry.results.size(); ++leaf, ++leaves_) {
            ValueId& result = entry.results[leaf];
            const Value& from = kernels_[result];
            result = entry.written_into[leaf].valid() ? entry.written_into[leaf]
                                                      : add_value({.kind = ValueKind::Result,
                                                                   .type = from.type,
                                                                   .dims = from.dims,
                                                                   .leaf = leaves_,
                                                                   .name = from.name});
        }
    }

    void add_nest_facts(Call& call) {
        const LoopNest* nest = nests_.of(call.kernel);
        if (nest == nullptr || nest->scratch_bytes == 0) return;
        call.scratch = add_value({.type = nest->scratch_type,
                                  .dims = {nest->scratch_bytes / byte_size(nest->scratch_type)},
                                  .name = "scratch of " + call.name});
    }

    void add_step(RegionId region, const StepNode& step) {
        std::vector<Copy> copies;
        if (const Call* call = std::get_if<Call>(&step)) {
            for_each_stored(kernels_[call->kernel], [&](const Output& output) {
                if (output.updates.valid()) copies.push_back({(*call)[output.updates], (*call)[output.argument]});
            });
        } else if (const While* loop = std::get_if<While>(&step)) {
            for (const While::Carried& carried : loop->carried)
                if (carried.initial.valid()) copies.push_back({carried.initial, carried.value});
            owners_.push_back(&step);
        } else if (std::holds_alternative<Conditional>(step)) {
            owners_.push_back(&step);
        }
        add_copies(region, copies);
        StepNode& added = schedule_.regions[region.index()].steps.emplace_back(step);
        if (Call* call = std::get_if<Call>(&added)) add_nest_facts(*call);
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
    const LoopNests& nests_;
    const RegionOrders orders_;
    Schedule schedule_;
    std::int64_t leaves_ = 0;             // of results
    std::vector<const StepNode*> owners_; // whiles and conditionals
};

} // namespace

Schedule schedule(const Kernels& kernels, const LoopNests& nests) {
    return Builder(kernels, nests).build();
}

} // namespace hlo2cpp
