#include "kernel/step_access.h"

#include <unordered_map>
#include <unordered_set>

namespace hlo2cpp {
namespace {

// A set that remembers the order in which its values came.
class ValueSet {
public:
    void add(ValueId value) {
        if (value.valid() && seen_.insert(value).second) list_.push_back(value);
    }
    void add(const std::vector<ValueId>& values) {
        for (const ValueId value : values) add(value);
    }
    std::vector<ValueId> take() { return std::move(list_); }

private:
    std::unordered_set<ValueId> seen_;
    std::vector<ValueId> list_;
};

// Values that the step itself names: those that it reads and writes, and those of its regions, which it hands over.
struct Named {
    ValueSet reads, writes, inside;

    void operator()(const Call& call) { reads.add(call.values); }
    void operator()(const While& loop) {
        for (const While::Carried& carried : loop.carried) {
            reads.add(carried.initial);
            writes.add(carried.value);
            inside.add(carried.next);
        }
        reads.add(loop.bounds());
        inside.add(loop.predicate);
    }
    void operator()(const Conditional& conditional) {
        reads.add(conditional.selector);
        writes.add(conditional.results);
        for (const Conditional::Branch& branch : conditional.branches) inside.add(branch.results);
    }
    void operator()(const HostCall& call) {
        reads.add(call.arguments);
        writes.add(call.results);
    }
    void operator()(const Copy& copy) {
        reads.add(copy.from);
        writes.add(copy.to);
    }
};

// Values that a step reads and writes, its kernel and its regions included.
struct Access : Named {
    const Kernels& kernels;
    const std::vector<RegionAccess>& done; // of the regions inside

    using Named::operator();
    void operator()(const Call& call) {
        const Kernel& kernel = kernels[call.kernel];
        reads.add(loaded_values(kernel, call));
        for (const Output& output : kernel.outputs) {
            reads.add(call[output.updates]);
            writes.add(call[output.argument]);
        }
    }
    void operator()(const While& loop) {
        Named::operator()(loop);
        std::unordered_set<ValueId> carried;
        for (const While::Carried& one : loop.carried) carried.insert(one.value);
        for (const RegionId region : {loop.condition, loop.body})
            for (const ValueId value : done[region.index()].captures)
                if (!carried.contains(value)) reads.add(value);
    }
    void operator()(const Conditional& conditional) {
        Named::operator()(conditional);
        for (const Conditional::Branch& branch : conditional.branches) reads.add(done[branch.region.index()].captures);
    }
};

} // namespace

std::vector<ValueId> values_of(const StepNode& step) {
    Named named;
    std::visit(named, step);
    ValueSet all;
    for (ValueSet* const some : {&named.reads, &named.writes, &named.inside}) all.add(some->take());
    return all.take();
}

std::vector<RegionId> regions_of(const StepNode& step) {
    std::vector<RegionId> regions;
    if (const While* loop = std::get_if<While>(&step)) {
        regions = {loop->condition, loop->body};
    } else if (const Conditional* conditional = std::get_if<Conditional>(&step)) {
        for (const Conditional::Branch& branch : conditional->branches) regions.push_back(branch.region);
    }
    return regions;
}

std::vector<RegionId> regions_outside_in(const std::vector<Region>& regions, const std::vector<Entry>& entries) {
    std::vector<RegionId> order;
    for (const Entry& entry : entries) order.push_back(entry.region);
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (const StepNode& step : regions[order[i].index()].steps) {
            const std::vector<RegionId> inside = regions_of(step);
            order.insert(order.end(), inside.begin(), inside.end());
        }
    }
    return order;
}

const HostCall* wait_at_once(const std::vector<StepNode>& steps, std::size_t start) {
    if (start + 1 >= steps.size()) return nullptr;
    const HostCall* const begins = std::get_if<HostCall>(&steps[start]);
    const HostCall* const wait = std::get_if<HostCall>(&steps[start + 1]);
    const bool both =
        begins != nullptr && starts(begins->exchange) && wait != nullptr && wait->exchange == Exchange::Wait;
    return both && wait->arguments[0] == begins->results[0] ? wait : nullptr;
}

StepEffects::StepEffects(const std::vector<Region>& regions, const std::vector<Entry>& entries)
    : regions_(regions.size()) {
    const std::vector<RegionId> outside_in = regions_outside_in(regions, entries);
    for (auto region = outside_in.rbegin(); region != outside_in.rend(); ++region)
        for (const StepNode& step : regions[region->index()].steps)
            if (of(step)) regions_[region->index()] = true;
}

bool StepEffects::of(const StepNode& step) const {
    if (const HostCall* call = std::get_if<HostCall>(&step)) return call->effect;
    for (const RegionId region : regions_of(step))
        if (regions_[region.index()]) return true;
    return false;
}

std::vector<std::vector<ValueId>> region_results(const Kernels& kernels) {
    std::vector<std::vector<ValueId>> results(kernels.regions.size());
    for (const Region& region : kernels.regions) {
        for (const StepNode& step : region.steps) {
            if (const While* loop = std::get_if<While>(&step)) {
                if (loop->predicate.valid()) results[loop->condition.index()].push_back(loop->predicate);
                for (const While::Carried& carried : loop->carried) results[loop->body.index()].push_back(carried.next);
            } else if (const Conditional* conditional = std::get_if<Conditional>(&step)) {
                for (const Conditional::Branch& branch : conditional->branches)
                    results[branch.region.index()] = branch.results;
            }
        }
    }
    for (const Entry& entry : kernels.entries) results[entry.region.index()] = entry.results;
    return results;
}

std::vector<RegionAccess> step_accesses(const Kernels& kernels) {
    std::vector<RegionAccess> accesses(kernels.regions.size());
    const std::vector<std::vector<ValueId>> results = region_results(kernels);
    const std::vector<RegionId> outside_in = regions_outside_in(kernels.regions, kernels.entries);
    for (auto region = outside_in.rbegin(); region != outside_in.rend(); ++region) {
        RegionAccess& access = accesses[region->index()];
        ValueSet captures;
        std::unordered_set<ValueId> made;
        for (const StepNode& step : kernels[*region].steps) {
            Access one{{}, kernels, accesses};
            std::visit(one, step);
            access.steps.push_back({one.reads.take(), one.writes.take()});
            made.insert(access.steps.back().writes.begin(), access.steps.back().writes.end());
        }
        for (const StepAccess& step : access.steps)
            for (const ValueId value : step.reads)
                if (!made.contains(value)) captures.add(value);
        for (const ValueId value : results[region->index()])
            if (!made.contains(value)) captures.add(value);
        access.captures = captures.take();
    }
    return accesses;
}

} // namespace hlo2cpp
