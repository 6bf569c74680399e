#include "buffers/scalars.h"

#include <algorithm>
#include <functional>

namespace hlo2cpp {
namespace {

// Values that somebody wants a pointer to (a function, the host, or the caller), and those that somebody reads.
class Pointers {
public:
    Pointers(const Kernels& kernels, const Schedule& schedule)
        : kernels_(kernels), wanted_(schedule.values.size()), read_(wanted_.size()), copied_to_(wanted_.size()) {
        for (const Region& region : schedule.regions)
            for (const StepNode& step : region.steps) std::visit(*this, step);
        for (const Entry& entry : schedule.entries) want(entry.results);
    }

    bool to(ValueId value) const { return wanted_[value.index()]; }
    // By a statement, or a copy to what is not among the values.
    bool is_read(const std::vector<ValueId>& values) const {
        return std::ranges::any_of(values, [&](ValueId value) {
            return read_[value.index()] || std::ranges::any_of(copied_to_[value.index()], [&](ValueId to) {
                       return std::ranges::find(values, to) == values.end();
                   });
        });
    }

    void operator()(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        if (!is_statement(kernel)) want(call.values);
        if (call.scratch.valid()) want({call.scratch});
        for (const ValueId value : loaded_values(kernel, call)) read(value);
    }
    void operator()(const HostCall& call) {
        want(call.arguments);
        want(call.results);
    }
    void operator()(const While& loop) {
        if (loop.predicate.valid()) read(loop.predicate);
        for (const ValueId bound : loop.bounds()) read(bound);
    }
    void operator()(const Conditional& conditional) { read(conditional.selector); }
    void operator()(const Copy& copy) { copied_to_[copy.from.index()].push_back(copy.to); }

private:
    void want(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (value.valid()) wanted_[value.index()] = true;
    }

    void read(ValueId value) { read_[value.index()] = true; }

    const Kernels& kernels_;
    std::vector<bool> wanted_, read_;
    std::vector<std::vector<ValueId>> copied_to_; // by value
};

} // namespace

void choose_scalars(const Kernels& kernels, const Schedule& schedule, BufferPlan& plan) {
    const Pointers pointers(kernels, schedule);
    const auto is_scalar = [&](const ArenaBuffer& buffer) {
        const ElementType type = schedule[buffer.values.front()].type;
        const bool fits = std::ranges::all_of(buffer.values, [&](ValueId value) {
            return schedule[value].elements() == 1 && schedule[value].type == type && !pointers.to(value);
        });
        return fits && !is_complex(type) && pointers.is_read(buffer.values); // the last looks at pairs of values
    };
    const auto rest = std::ranges::stable_partition(plan.buffers, std::not_fn(is_scalar));
    for (const ArenaBuffer& buffer : rest) {
        for (const ValueId value : buffer.values)
            plan.locations[value.index()] = {Place::Scalar, static_cast<std::int64_t>(plan.scalars.size())};
        plan.scalars.push_back(buffer.values);
    }
    plan.buffers.erase(rest.begin(), rest.end());
}

} // namespace hlo2cpp
