#include "layout/movable.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kLeastRank = 3;

class Uses {
public:
    explicit Uses(const Kernels& kernels)
        : kernels_(kernels), fixed_(kernels.values.size()), loaded_(fixed_.size()), reshaped_(fixed_.size()),
          writers_(fixed_.size()), reshaped_arguments_(kernels.kernels.size()) {}

    std::vector<Mobility> run() {
        for (const Region& region : kernels_.regions)
            for (const StepNode& step : region.steps) std::visit([&](const auto& one) { use(one); }, step);
        std::vector<bool> result(fixed_.size());
        for (const Entry& entry : kernels_.entries)
            for (const ValueId value : entry.results) result[value.index()] = true;
        std::vector<Mobility> all(fixed_.size(), Mobility::Fixed);
        for (std::size_t v = 0; v < all.size(); ++v) {
            const Value& value = kernels_.values[v];
            if (value.dims.size() < kLeastRank || value.elements() == 0) continue;
            if (is_parameter(value)) {
                const bool read_alone = kernels_.entries.size() == 1 && loaded_[v] && writers_[v] == 0;
                if (read_alone) all[v] = Mobility::Copied;
            } else if (value.kind == ValueKind::Temporary && !fixed_[v] && writers_[v] == 1) {
                all[v] = result[v] || reshaped_[v] ? Mobility::Copied : Mobility::Free;
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
        std::optional<std::vector<bool>>& reshaped = reshaped_arguments_[call.kernel.index()];
        if (!reshaped) reshaped = read_reshaped(kernel);
        for (std::size_t a = 0; a < reshaped->size(); ++a)
            if ((*reshaped)[a]) reshaped_[call.values[a].index()] = true;
        for (const ValueId value : loaded_values(kernel, call)) loaded_[value.index()] = true;
        for_each_stored(kernel, [&](const Output& output) { ++writers_[call[output.argument].index()]; });
        if (!kernel.in_order && !kernel.sort) return;
        for (const Output& output : kernel.outputs) {
            fix(call[output.argument]);
            fix(call[output.updates]);
        }
    }
    void use(const While& loop) {
        for (const While::Carried& carried : loop.carried) {
            fix(carried.value);
            fix(carried.initial);
            fix(carried.next);
            ++writers_[carried.value.index()];
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
        ++writers_[copy.to.index()];
    }
    void use(const HostCall& call) {
        fix(call.arguments);
        fix(call.results);
    }

    const Kernels& kernels_;
    std::vector<bool> fixed_, loaded_, reshaped_; // by value
    std::vector<int> writers_;                    // by value: calls, loops and copies that write it
    std::vector<std::optional<std::vector<bool>>> reshaped_arguments_; // by kernel
};

bool has_quotients(const IndexSpace& space, const Index& index) {
    bool found = false;
    for_each_term(space, index, [&](TermId id) {
        const TermKind kind = space[id].kind;
        found = found || kind == TermKind::FloorDivide || kind == TermKind::Modulo;
        return true;
    });
    return found;
}

// By argument: true if a subscript of a load is a quotient or a remainder.
std::vector<bool> read_by_quotients(const Kernel& kernel) {
    std::vector<bool> found(kernel.arguments.size());
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        if (std::ranges::any_of(expr.index, [&](const Index& one) { return has_quotients(kernel.space, one); }))
            found[expr.argument.index()] = true;
    }
    return found;
}

} // namespace

std::vector<bool> read_reshaped(const Kernel& kernel) {
    std::vector<bool> reshaped = read_by_quotients(kernel);
    if (std::ranges::find(reshaped, true) == reshaped.end()) return reshaped;
    const std::vector<bool> flat = read_by_quotients(with_addresses(kernel));
    for (std::size_t a = 0; a < reshaped.size(); ++a) reshaped[a] = reshaped[a] && !flat[a];
    return reshaped;
}

std::vector<Mobility> mobility_of_values(const Kernels& kernels) {
    return Uses(kernels).run();
}

} // namespace hlo2cpp
