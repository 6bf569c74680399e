#include "layout/movable.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

constexpr std::size_t kLeastRank = 3;

class Uses {
public:
    explicit Uses(const Kernels& kernels) : kernels_(kernels), fixed_(kernels.values.size()), loaded_(fixed_.size()) {}

    std::vector<Mobility> run() {
        for (const Region& region : kernels_.regions)
            for (const StepNode& step : region.steps) std::visit([&](const auto& one) { use(one); }, step);
        const std::vector<const Call*> writers = writers_of_values(kernels_);
        std::vector<bool> result(fixed_.size());
        for (const Entry& entry : kernels_.entries)
            for (const ValueId value : entry.results) result[value.index()] = true;
        std::vector<Mobility> all(fixed_.size(), Mobility::Fixed);
        for (std::size_t v = 0; v < all.size(); ++v) {
            const Value& value = kernels_.values[v];
            if (value.dims.size() < kLeastRank || value.elements() == 0) continue;
            if (is_parameter(value)) {
                const bool read_alone = kernels_.entries.size() == 1 && loaded_[v] && !written_[v];
                if (read_alone) all[v] = Mobility::Copied;
            } else if (value.kind == ValueKind::Temporary && !fixed_[v] && writers[v] != nullptr) {
                all[v] = result[v] ? Mobility::Copied : Mobility::Free;
            }
        }
        return all;
    }

private:
    void fix(ValueId value) {
        if (value.valid()) fixed_[value.index()] = true;
    }
    void fix(const std::vector<ValueId>& values) {
        for (const ValueId value : values) fix(value);
    }

    void use(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        for (const ValueId value : loaded_values(kernel, call)) loaded_[value.index()] = true;
        for (const Output& output : kernel.outputs) {
            written_[call[output.argument].index()] = true;
            if (kernel.in_order || kernel.sort) {
                fix(call[output.argument]);
                fix(call[output.updates]);
            }
        }
    }
    void use(const While& loop) {
        for (const While::Carried& carried : loop.carried) {
            fix(carried.value);
            fix(carried.initial);
            fix(carried.next);
            written_[carried.value.index()] = true;
        }
        fix(loop.predicate);
        fix(loop.bounds());
    }
    void use(const Conditional& conditional) {
        fix(conditional.selector);
        fix(conditional.results);
        for (const Conditional::Branch& branch : conditional.branches) fix(branch.results);
    }
    void use(const Copy& copy) {
        fix(copy.from);
        fix(copy.to);
        written_[copy.to.index()] = true;
    }
    void use(const HostCall& call) {
        fix(call.arguments);
        fix(call.results);
    }

    const Kernels& kernels_;
    std::vector<bool> fixed_, loaded_, written_ = std::vector<bool>(fixed_.size()); // by value
};

} // namespace

std::vector<Mobility> mobility_of_values(const Kernels& kernels) {
    return Uses(kernels).run();
}

std::vector<const Call*> writers_of_values(const Kernels& kernels) {
    std::vector<const Call*> writers(kernels.values.size());
    std::vector<bool> several(writers.size());
    for_each_call(kernels.regions, [&](const Call& call) {
        for_each_stored(kernels[call.kernel], [&](const Output& output) {
            const std::size_t value = call[output.argument].index();
            several[value] = writers[value] != nullptr;
            writers[value] = &call;
        });
    });
    for (std::size_t v = 0; v < writers.size(); ++v)
        if (several[v]) writers[v] = nullptr;
    return writers;
}

} // namespace hlo2cpp
