#include "buffers/scalars.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// Values that somebody wants a pointer to (a function, the host, or the caller), and buffers that somebody reads.
class Pointers {
public:
    Pointers(const Kernels& kernels, const Schedule& schedule)
        : kernels_(kernels), wanted_(schedule.values.size()), read_(wanted_.size()) {
        for (const Region& region : schedule.regions)
            for (const StepNode& step : region.steps) std::visit(*this, step);
        for (const Entry& entry : schedule.entries) want(entry.results);
    }

    bool to(ValueId value) const { return wanted_[value.index()]; }
    // Flags by number of the buffer: a statement reads it, or it is copied to a buffer that is read or to other memory.
    std::vector<bool> buffers_read(const std::vector<ArenaBuffer>& buffers) const {
        std::vector<std::size_t> buffer_of(read_.size(), buffers.size());
        std::vector<bool> read(buffers.size() + 1, false);
        std::vector<std::size_t> found = {buffers.size()};
        read.back() = true;
        for (std::size_t buffer = 0; buffer < buffers.size(); ++buffer)
            for (const ValueId value : buffers[buffer].values) {
                buffer_of[value.index()] = buffer;
                if ((read_[value.index()] || wanted_[value.index()]) && !read[buffer]) {
                    read[buffer] = true;
                    found.push_back(buffer);
                }
            }
        std::vector<std::vector<std::size_t>> copied_from(buffers.size() + 1);
        for (const Copy& copy : copies_)
            copied_from[buffer_of[copy.to.index()]].push_back(buffer_of[copy.from.index()]);
        while (!found.empty()) {
            const std::size_t buffer = found.back();
            found.pop_back();
            for (const std::size_t from : copied_from[buffer])
                if (!read[from]) {
                    read[from] = true;
                    found.push_back(from);
                }
        }
        return read;
    }

    void operator()(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        if (!is_statement(kernel)) want(call.values);
        if (call.scratch.valid()) want({call.scratch});
        for (const ValueId value : loaded_values(kernel, call)) read(value);
    }
    void operator()(const HostCall& call) {
        if (call.exchange == Exchange::Device) return; // which sets a variable
        want(call.arguments);
        want(call.results);
    }
    void operator()(const While& loop) {
        if (loop.predicate.valid()) read(loop.predicate);
        for (const ValueId bound : loop.bounds()) read(bound);
    }
    void operator()(const Conditional& conditional) { read(conditional.selector); }
    void operator()(const Copy& copy) { copies_.push_back(copy); }

private:
    void want(const std::vector<ValueId>& values) {
        for (const ValueId value : values)
            if (value.valid()) wanted_[value.index()] = true;
    }

    void read(ValueId value) { read_[value.index()] = true; }

    const Kernels& kernels_;
    std::vector<bool> wanted_, read_;
    std::vector<Copy> copies_;
};

} // namespace

void choose_scalars(const Kernels& kernels, const Schedule& schedule, BufferPlan& plan) {
    const Pointers pointers(kernels, schedule);
    const std::vector<bool> read = pointers.buffers_read(plan.buffers);
    const auto is_scalar = [&](const ArenaBuffer& buffer) {
        const ElementType type = schedule[buffer.values.front()].type;
        const bool fits = std::ranges::all_of(buffer.values, [&](ValueId value) {
            return schedule[value].elements() == 1 && schedule[value].type == type && !pointers.to(value);
        });
        return fits && !is_complex(type);
    };
    std::vector<ArenaBuffer> kept;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        ArenaBuffer& buffer = plan.buffers[i];
        if (!read[i] || !is_scalar(buffer)) {
            kept.push_back(std::move(buffer));
            continue;
        }
        for (const ValueId value : buffer.values)
            plan.locations[value.index()] = {Place::Scalar, static_cast<std::int64_t>(plan.scalars.size())};
        plan.scalars.push_back(buffer.values);
    }
    plan.buffers = std::move(kept);
}

} // namespace hlo2cpp
