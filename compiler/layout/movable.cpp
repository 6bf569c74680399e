#include "layout/movable.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "layout/image.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kLeastRank = 3;

// By argument: true for what the image of a sum of products is multiplied with. `tile` packs such constants as it
// likes.
std::vector<bool> factors_of_image(const Kernel& kernel) {
    std::vector<bool> factors(kernel.arguments.size());
    if (!kernel.reduction || !kernel.reduction->of_products || !kernel.reduction->term) return factors;
    for (const ExprId load : loads_of(kernel, *kernel.reduction->term))
        factors[kernel.exprs[load].argument.index()] = true;
    if (const std::optional<Image> image = image_of(kernel))
        factors[kernel.exprs[image->load].argument.index()] = false;
    return factors;
}

class Uses {
public:
    Uses(const Kernels& kernels, bool any_arguments)
        : kernels_(kernels), any_arguments_(any_arguments && kernels.entries.size() == 1),
          fixed_(kernels.values.size()), loaded_(fixed_.size()), reshaped_(fixed_.size()), packed_(fixed_.size()),
          result_(fixed_.size()), donated_(fixed_.size()), writers_(fixed_.size()), known_(kernels.kernels.size()) {}

    std::vector<Mobility> run() {
        for (const Region& region : kernels_.regions)
            for (const StepNode& step : region.steps) std::visit([&](const auto& one) { use(one); }, step);
        for (const Entry& entry : kernels_.entries) {
            for (std::size_t i = 0; i < entry.results.size(); ++i) {
                result_[entry.results[i].index()] = true;
                if (entry.written_into[i].valid()) donated_[entry.results[i].index()] = true;
            }
        }
        std::vector<Mobility> all;
        for (std::size_t v = 0; v < fixed_.size(); ++v) {
            const Value& value = kernels_.values[v];
            const bool small = value.dims.size() < kLeastRank || value.elements() == 0;
            all.push_back(small ? Mobility::Fixed : mobility(v));
        }
        return all;
    }

private:
    // What a kernel does with its arguments.
    struct Known {
        std::vector<bool> reshaped, packed;
    };

    Mobility mobility(std::size_t v) const {
        const bool kernels_alone = !fixed_[v] && !reshaped_[v];
        switch (kernels_.values[v].kind) {
        case ValueKind::Constant:
            return kernels_alone && !result_[v] && !packed_[v] ? Mobility::AnyOrder : Mobility::Fixed;
        case ValueKind::Parameter:
        case ValueKind::State:
            if (kernels_.entries.size() > 1 || !loaded_[v] || writers_[v] > 0) return Mobility::Fixed;
            return any_arguments_ && kernels_alone && !result_[v] && kernels_.values[v].kind == ValueKind::Parameter
                       ? Mobility::AnyOrder
                       : Mobility::Copied;
        case ValueKind::Temporary:
            if (fixed_[v] || writers_[v] != 1) return Mobility::Fixed;
            if (kernels_alone && !result_[v]) return Mobility::Free;
            return any_arguments_ && kernels_alone && !donated_[v] ? Mobility::AnyOrder : Mobility::Copied;
        default: return Mobility::Fixed;
        }
    }

    const Known& known(KernelId kernel) {
        std::optional<Known>& known = known_[kernel.index()];
        if (!known) known = {read_reshaped(kernels_[kernel]), factors_of_image(kernels_[kernel])};
        return *known;
    }

    void fix(ValueId value) {
        if (value.valid()) fixed_[value.index()] = true;
    }
    void fix(const std::vector<ValueId>& values) {
        for (const ValueId value : values) fix(value);
    }

    void use(const Call& call) {
        const Kernel& kernel = kernels_[call.kernel];
        const auto& [reshaped, packed] = known(call.kernel);
        for (std::size_t a = 0; a < call.values.size(); ++a) {
            if (reshaped[a]) reshaped_[call.values[a].index()] = true;
            if (packed[a]) packed_[call.values[a].index()] = true;
        }
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
    const bool any_arguments_;
    std::vector<bool> fixed_, loaded_, reshaped_, packed_; // by value
    std::vector<bool> result_, donated_;                   // by value: a result, and one that a parameter holds then
    std::vector<int> writers_;                             // by value: calls, loops and copies that write it
    std::vector<std::optional<Known>> known_;              // by kernel, once asked for
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

std::vector<Mobility> mobility_of_values(const Kernels& kernels, bool any_arguments) {
    return Uses(kernels, any_arguments).run();
}

} // namespace hlo2cpp
