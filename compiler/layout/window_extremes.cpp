#include "layout/window_extremes.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/image.h"
#include "rewrite/combiner_algebra.h"

namespace hlo2cpp {
namespace {

// A window, cut into its innermost dimension and all others.
class SplitWindow {
public:
    static std::optional<SplitWindow> of(const Kernel& kernel) {
        SplitWindow split(kernel);
        return split.fits() && split.find_axis() && split.only_axis_tells_apart() && split.has_few_terms()
                   ? std::optional(split)
                   : std::nullopt;
    }

    // Extremes along the other dimensions: stored in argument 0, of the operand, argument 1.
    Kernel along_others() const {
        Kernel made = kernel_;
        const ArgumentId copy(made.arguments.size());
        made.arguments.push_back({.type = type(), .dims = stored_dims(), .written = true});
        const std::vector<Index> somewhere(result().size(), Index(0));
        const ElementType computed = kernel_.exprs[*kernel_.reduction->term].type;
        ExprId extreme = made.exprs.add({.kind = ExprKind::Accumulator, .type = computed});
        if (computed != type()) // exact: it is one of the converted elements
            extreme = made.exprs.add(
                {.kind = ExprKind::Apply, .type = type(), .operands = {extreme}, .opcode = Opcode::Convert});
        made.outputs = {{.argument = copy, .index = somewhere, .expr = extreme}};
        Rebuild how = unchanged(made);
        how.kept = {copy, operand_};
        how.dims[static_cast<std::size_t>(axis_.point)] = axis_.extent();
        how.reduction_dims.erase(how.reduction_dims.begin() + innermost());
        how.replacement = [this](IndexSpace& space) {
            std::vector<Index> now;
            for (std::int64_t d = 0; d < kernel_.space.dimensions(); ++d) {
                // A place along the axis stands for the tap of one point, or the point of one tap.
                const std::int64_t place = axis_.dilation == 1 ? axis_.tap : axis_.point;
                const bool elsewhere = d != place && (d == axis_.tap || d == axis_.point);
                now.push_back(elsewhere    ? Index(0)
                              : d == place ? space.dimension(axis_.point)
                                           : space.dimension(d > axis_.tap ? d - 1 : d));
            }
            return now;
        };
        made = rebuilt(made, how);
        std::vector<Index> place;
        for (const Index& subscript : result()) {
            const std::optional<std::int64_t> dimension = plain_dimension(kernel_.space, subscript);
            place.push_back(dimension ? made.space.dimension(*dimension) : Index(0));
        }
        made.outputs[0].index = std::move(place);
        return made;
    }

    // The kernel with so many further arguments; it reads the last one, along the innermost dimension.
    Kernel along_innermost(std::size_t copies) const {
        Kernel reading = kernel_;
        const KernelArgument copy = {.type = type(), .dims = stored_dims()};
        reading.arguments.resize(kernel_.arguments.size() + copies, copy);
        reading.reduction->conditions.clear();
        Expr load = {.kind = ExprKind::Load, .type = type(), .argument = ArgumentId(reading.arguments.size() - 1)};
        std::vector<Index> place;
        for (const Index& subscript : result())
            place.push_back(plain_dimension(kernel_.space, subscript) == axis_.point
                                ? subscript * axis_.stride + reading.space.dimension(axis_.tap) * axis_.dilation
                                : subscript);
        load.index = std::move(place);
        reading = with_expressions(reading, {{element_, load}});
        Rebuild how = unchanged(reading);
        how.reduction_dims = {kernel_.reduction->dims[static_cast<std::size_t>(innermost())]};
        how.replacement = [this](IndexSpace& space) {
            std::vector<Index> now;
            const auto points = static_cast<std::int64_t>(kernel_.dims.size());
            for (std::int64_t d = 0; d < kernel_.space.dimensions(); ++d)
                now.push_back(d < points ? space.dimension(d) : d == axis_.tap ? space.dimension(points) : Index(0));
            return now;
        };
        return rebuilt(reading, how);
    }

    ArgumentId operand() const { return operand_; }

private:
    explicit SplitWindow(const Kernel& kernel) : kernel_(kernel) {}

    ElementType type() const { return kernel_.exprs[element_].type; }
    const Subscripts& result() const { return kernel_.outputs[0].index; }
    std::ptrdiff_t innermost() const { return axis_.tap - static_cast<std::ptrdiff_t>(kernel_.dims.size()); }

    std::vector<std::int64_t> stored_dims() const {
        std::vector<std::int64_t> dims = kernel_[kernel_.outputs[0].argument].dims;
        for (std::size_t s = 0; s < dims.size(); ++s)
            if (plain_dimension(kernel_.space, result()[s]) == axis_.point) dims[s] = axis_.extent();
        return dims;
    }

    bool fits() {
        if (!kernel_.reduction || !kernel_.reduction->term || !is_idempotent(kernel_.reduction->combiner)) return false;
        if (kernel_.in_order || !kernel_.conditions.empty() || kernel_.outputs.size() != 1) return false;
        const Output& output = kernel_.outputs[0];
        if (output.updates.valid() || !output.conditions.empty() || reads_indices(kernel_)) return false;
        element_ = *kernel_.reduction->term;
        ExprId initial = kernel_.reduction->initial[0];
        if (is_widened(initial) && is_widened(element_)) {
            initial = kernel_.exprs[initial].operands[0];
            element_ = kernel_.exprs[element_].operands[0];
        }
        const std::vector<ExprId> loads = loads_of(kernel_, element_);
        if (kernel_.exprs[initial].kind != ExprKind::Constant || kernel_.exprs[initial].type != type() || loads.empty())
            return false;
        operand_ = kernel_.exprs[loads[0]].argument;
        const auto is_operand = [&](ExprId load) { return kernel_.exprs[load].argument == operand_; };
        return std::ranges::all_of(loads, is_operand) && std::ranges::all_of(result(), [&](const Index& subscript) {
                   return subscript == Index(0) || plain_dimension(kernel_.space, subscript).has_value();
               });
    }

    // True for a 16-bit float that is computed with as f32.
    bool is_widened(ExprId id) const {
        const Expr& expr = kernel_.exprs[id];
        return expr.kind == ExprKind::Apply && expr.opcode == Opcode::Convert && expr.type == ElementType::F32 &&
               is_half(kernel_.exprs[expr.operands[0]].type);
    }

    // The last window dimension, and the dimension of the result along which its windows lie.
    bool find_axis() {
        const std::vector<std::int64_t>& sizes = kernel_.reduction->dims;
        if (std::ranges::count_if(sizes, [](std::int64_t size) { return size > 1; }) < 2) return false;
        axis_.tap = static_cast<std::int64_t>(kernel_.dims.size() + sizes.size()) - 1;
        while (size_of_dim(kernel_, axis_.tap) == 1) --axis_.tap;
        for (const ExprId load : loads_of(kernel_, *kernel_.reduction->term))
            for (const Index& subscript : kernel_.exprs[load].index)
                if (axis_.dilation = kernel_.space.coefficient(subscript, axis_.tap); axis_.dilation > 0)
                    for (const Index& written : result())
                        if (const auto point = plain_dimension(kernel_.space, written)) {
                            axis_.point = *point;
                            axis_.stride = kernel_.space.coefficient(subscript, *point);
                            axis_.points = kernel_.dims[static_cast<std::size_t>(*point)];
                            axis_.reach = axis_.dilation * (size_of_dim(kernel_, axis_.tap) - 1);
                            if (axis_.stride > 0) return axis_.stride == 1 || axis_.dilation == 1;
                        }
        return false;
    }

    bool only_axis_tells_apart() const {
        const auto fits_axis = [&](const Index& index) {
            const bool depends =
                kernel_.space.depends_on(index, axis_.tap) || kernel_.space.depends_on(index, axis_.point);
            return !depends || depends_on_axis(kernel_.space, index, axis_);
        };
        const auto condition_fits = [&](const Condition& condition) { return fits_axis(condition.index); };
        return std::ranges::all_of(kernel_.reduction->conditions, condition_fits) &&
               std::ranges::all_of(parts_of(kernel_, *kernel_.reduction->term), [&](ExprId id) {
                   const Expr& expr = kernel_.exprs[id];
                   return std::ranges::all_of(expr.index, fits_axis) &&
                          std::ranges::all_of(expr.conditions, condition_fits);
               });
    }

    // True if the two parts together do not have many more terms: windows far apart leave out most places of the axis.
    // A few more are for the estimate to judge, since the first part goes along whole lines.
    bool has_few_terms() const {
        constexpr std::int64_t kMore = 5; // a fifth
        const std::int64_t along = size_of_dim(kernel_, axis_.tap);
        std::int64_t across = 1;
        for (const std::int64_t size : kernel_.reduction->dims) across *= size;
        across /= along;
        const std::int64_t whole = axis_.points * across * along;
        return axis_.extent() * across + axis_.points * along <= whole + whole / kMore;
    }

    const Kernel& kernel_;
    ExprId element_; // of the operand: the term, or what is converted to it
    ArgumentId operand_;
    ImageAxis axis_;
};

} // namespace

std::optional<Staging> extremes_along_dimensions(const Kernel& kernel) {
    const std::optional<SplitWindow> split = SplitWindow::of(kernel);
    if (!split) return std::nullopt;
    std::vector<Kernel> copies = {split->along_others()}; // the last one first
    for (;;) {
        const Kernel last = copies.back();
        const std::optional<SplitWindow> again = SplitWindow::of(last);
        if (!again) break;
        copies.back() = with_arguments(again->along_innermost(1), {ArgumentId(0), ArgumentId(2)});
        copies.push_back(again->along_others());
    }
    Staging made;
    ArgumentId operand = split->operand();
    for (std::size_t i = copies.size(); i-- > 0;) {
        made.operands.push_back({.operand = operand,
                                 .copies = {std::move(copies[i])},
                                 .lies = StagedOperand::Lies::LikeResult,
                                 .label = "extremes",
                                 .computes = "reduce-window"});
        operand = ArgumentId(kernel.arguments.size() + made.operands.size() - 1);
    }
    made.reader = split->along_innermost(made.operands.size());
    return made;
}

} // namespace hlo2cpp
