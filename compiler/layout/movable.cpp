#include "layout/movable.h"

#include <algorithm>

#include "arrange/addresses.h"
#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "kernel/step_access.h"
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
    explicit Uses(const Kernels& kernels)
        : kernels_(kernels), fixed_(kernels.values.size()), loaded_(fixed_.size()), reshaped_(fixed_.size()),
          packed_(fixed_.size()), result_(fixed_.size()), any_order_(fixed_.size()), writers_(fixed_.size()),
          known_(kernels.kernels.size()) {}

    std::vector<Mobility> run(const Module* any_arguments) {
        for (const Region& region : kernels_.regions)
            for (const StepNode& step : region.steps) {
                const Call* const call = std::get_if<Call>(&step);
                call != nullptr ? use(*call) : use_elsewhere(step);
            }
        for (const Entry& entry : kernels_.entries)
            for (const ValueId value : entry.results) result_[value.index()] = true;
        if (any_arguments != nullptr && kernels_.entries.size() == 1) find_any_order(*any_arguments);
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

    // Finds the arguments with the shapes that the module says; a value that stands for a reshaped result stays.
    void find_any_order(const Module& module) {
        const Entry& entry = kernels_.entries.front();
        const auto has_shape = [&](ValueId value, const Shape& shape) {
            return kernels_[value].dims == memory_shape(shape).dims;
        };
        const std::vector<Shape> parameters = leaves_of(module.parameter_shapes),
                                 results = leaves_of(module.result_shape);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const ValueId value = entry.parameters[i];
            any_order_[value.index()] = !result_[value.index()] && has_shape(value, parameters[i]) &&
                                        kernels_[value].kind == ValueKind::Parameter;
        }
        for (const ValueId value : entry.results) any_order_[value.index()] = !is_parameter(kernels_[value]);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const ValueId value = entry.results[i], donated = entry.written_into[i];
            if (donated.valid() || !has_shape(value, results[i])) any_order_[value.index()] = false;
            if (donated.valid()) any_order_[donated.index()] = false;
        }
    }

    Mobility mobility(std::size_t v) const {
        const bool kernels_alone = !fixed_[v] && !reshaped_[v];
        switch (kernels_.values[v].kind) {
        case ValueKind::Constant:
            return kernels_alone && !result_[v] && !packed_[v] ? Mobility::AnyOrder : Mobility::Fixed;
        case ValueKind::Parameter:
        case ValueKind::State:
            if (kernels_.entries.size() > 1 || !loaded_[v] || writers_[v] > 0) return Mobility::Fixed;
            return any_order_[v] && kernels_alone ? Mobility::AnyOrder : Mobility::Copied;
        case ValueKind::Temporary:
            if (fixed_[v] || writers_[v] != 1) return Mobility::Fixed;
            if (!result_[v]) return kernels_alone ? Mobility::Free : Mobility::Reshaped;
            return any_order_[v] && kernels_alone ? Mobility::AnyOrder : Mobility::Copied;
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

    // A step that is no kernel.
    void use_elsewhere(const StepNode& step) {
        for (const ValueId value : values_of(step)) fix(value);
        if (const While* const loop = std::get_if<While>(&step))
            for (const While::Carried& carried : loop->carried) ++writers_[carried.value.index()];
        if (const Copy* const copy = std::get_if<Copy>(&step)) ++writers_[copy->to.index()];
    }

    const Kernels& kernels_;
    std::vector<bool> fixed_, loaded_, reshaped_, packed_; // by value
    std::vector<bool> result_;                             // by value
    std::vector<bool> any_order_;                          // by value: an argument whose callers take any order
    std::vector<int> writers_;                             // by value: calls, loops and copies that write it
    std::vector<std::optional<Known>> known_;              // by kernel, once asked for
};

// By argument: true if a subscript of a load has a term of one of these kinds.
std::vector<bool> read_by_terms(const Kernel& kernel, const std::vector<TermKind>& kinds) {
    std::vector<bool> found(kernel.arguments.size());
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        if (std::ranges::any_of(expr.index, [&](const Index& one) { return has_term(kernel.space, one, kinds); }))
            found[expr.argument.index()] = true;
    }
    return found;
}

} // namespace

std::vector<bool> read_reshaped(const Kernel& kernel) {
    std::vector<bool> reshaped = read_by_terms(kernel, {TermKind::Modulo});
    if (std::ranges::find(reshaped, true) == reshaped.end()) return reshaped;
    const std::vector<bool> flat = read_by_terms(with_addresses(kernel), {TermKind::FloorDivide, TermKind::Modulo});
    for (std::size_t a = 0; a < reshaped.size(); ++a) reshaped[a] = reshaped[a] && !flat[a];
    return reshaped;
}

std::vector<Mobility> mobility_of_values(const Kernels& kernels, const Module* any_arguments) {
    return Uses(kernels).run(any_arguments);
}

} // namespace hlo2cpp
