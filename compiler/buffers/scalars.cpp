#include "buffers/scalars.h"

#include <algorithm>
#include <functional>

namespace hlo2cpp {
namespace {

// Values that somebody wants a pointer to: a function, the host, or the caller.
class Pointers {
public:
    Pointers(const Kernels& kernels, const Schedule& schedule) : kernels_(kernels), wanted_(schedule.values.size()) {
        for (const Region& region : schedule.regions)
            for (const StepNode& step : region.steps) std::visit(*this, step);
        for (const Entry& entry : schedule.entries) want(entry.results);
    }

    bool to(ValueId value) const { return wanted_[value.index()]; }

    void operator()(const Call& call) {
        if (!is_statement(kernels_[call.kernel])) want(call.values);
        if (call.scratch.valid()) want({call.scratch});
    }
    void operator()(const HostCall& call) {
        want(call.arguments);
        want(call.results);
    }
    void operator()(const While&) {}
    void operator()(const Conditional&) {}
    void operator()(const Copy&) {}

private:
    void want(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (value.valid()) wanted_[value.index()] = true;
    }

    const Kernels& kernels_;
    std::vector<bool> wanted_;
};

} // namespace

void choose_scalars(const Kernels& kernels, const Schedule& schedule, BufferPlan& plan) {
    const Pointers pointers(kernels, schedule);
    const auto is_scalar = [&](const ArenaBuffer& buffer) {
        const ElementType type = schedule[buffer.values.front()].type;
        return !is_complex(type) && std::ranges::all_of(buffer.values, [&](ValueId value) {
            return schedule[value].elements() == 1 && schedule[value].type == type && !pointers.to(value);
        });
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
