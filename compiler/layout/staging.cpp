#include "layout/staging.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/image_copy.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

// Vectors along lines have fewer tests at their ends; a vector that one point alone uses waits for its load.
constexpr double kSharedFactor = 0.95, kOwnFactor = 3;
constexpr std::int64_t kMostPhases = 16; // of larger strides a point reads nearly all phases at one place

class Stager {
public:
    explicit Stager(const Kernel& kernel) : kernel_(kernel), space_(kernel.space) { operand_.kernel = &kernel; }

    std::optional<Staging> run_lines(bool at_once) {
        if (!fits() || !find_axes()) return std::nullopt;
        if (operand_.columns.points < 2 || operand_.rows.points < 2 ||
            operand_.rows.phases() * operand_.columns.phases() > kMostPhases)
            return std::nullopt;
        for (const ImageAxis* axis : {&operand_.rows, &operand_.columns})
            if (axis->dilation > 1 && axis->phases() > 1) return std::nullopt;
        if (!sort_conditions() || !others_fit()) return std::nullopt;
        operand_.pitch = least_pitch();
        operand_.line_rows =
            operand_.rows.points + operand_.rows.shift() + ceil_divide(operand_.columns.shift(), operand_.pitch);
        std::vector<Kernel> copies = at_once ? std::vector{copy_into_lines(operand_)} : copies_between_zeros(operand_);
        if (copies.empty()) return std::nullopt;
        finish(std::move(copies));
        set_result();
        return std::move(made_);
    }

    std::optional<Staging> run_image() {
        if (!fits() || !find_axes() || !sort_conditions()) return std::nullopt;
        const auto is_sum = [&](const ImageAxis& axis) {
            return space_.coefficient(load().index[axis.subscript], axis.point) == axis.stride;
        };
        if (is_sum(operand_.rows) && is_sum(operand_.columns)) return std::nullopt;
        for (const ImageAxis* axis : {&operand_.rows, &operand_.columns}) // each place is that of a tap
            if (axis->stride > 1 && (axis->tap < 0 || axis->dilation > 1)) return std::nullopt;
        finish({copy_of_image(operand_)});
        return std::move(made_);
    }

private:
    const Expr& load() const { return operand_.load(); }

    bool find_axes() {
        std::optional<Image> image = image_of(kernel_);
        if (!image || image->pixels.size() < 2) return false;
        operand_.image = std::move(*image);
        operand_.rows = operand_.image.pixels[operand_.image.pixels.size() - 2],
        operand_.columns = operand_.image.pixels.back();
        const bool has_windows =
            operand_.rows.stride * operand_.columns.stride + operand_.rows.reach + operand_.columns.reach > 1;
        return has_windows && operand_.rows.subscript != operand_.columns.subscript;
    }

    void finish(std::vector<Kernel> copies) {
        const bool zeros = copies[0].arguments.size() == 1;
        made_.operands = {{.operand = load().argument,
                           .copies = std::move(copies),
                           .label = "lines",
                           .computes = zeros ? "zeros" : "pad"}};
        made_.reader = sum();
        bool shared = false; // several points read an element of the copy at the same tap
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel_.dims.size()); ++d)
            shared = shared || (size_of_dim(kernel_, d) > 1 && !depends_on(space_, load().index, d));
        made_.factor = shared ? kSharedFactor : kOwnFactor;
    }

    bool fits() const {
        if (kernel_.in_order || !kernel_.conditions.empty() || kernel_.outputs.size() != 1) return false;
        const Output& output = kernel_.outputs[0];
        return !output.updates.valid() && output.conditions.empty() && !reads_indices(kernel_) &&
               std::ranges::all_of(output.index, [&](const Index& index) {
                   return index == Index(0) || plain_dimension(space_, index).has_value();
               });
    }

    bool depends_on_pixels(const Index& index) const {
        return space_.depends_on(index, operand_.rows.point) || space_.depends_on(index, operand_.columns.point);
    }

    // Finds the conditions of the reduction that the copy sees to, by its zeros.
    bool sort_conditions() {
        for (const Condition& condition : kernel_.reduction->conditions) {
            if (depends_on_axis(space_, condition.index, operand_.rows))
                operand_.inside.push_back({condition, true});
            else if (depends_on_axis(space_, condition.index, operand_.columns))
                operand_.inside.push_back({condition, false});
            else if (depends_on_pixels(condition.index))
                return false;
            else
                outside_.push_back(condition);
        }
        return true;
    }

    // True if all else is the same for all pixels, or read pixel by pixel.
    bool others_fit() {
        const std::vector<bool> needed = needed_expressions(kernel_);
        for (std::size_t i = 0; i < needed.size(); ++i) {
            const Expr& expr = kernel_.exprs[ExprId(i)];
            if (!needed[i] || ExprId(i) == operand_.image.load) continue;
            const bool varies = std::ranges::any_of(expr.index, [&](const Index& s) { return depends_on_pixels(s); }) ||
                                std::ranges::any_of(expr.conditions, [&](const Condition& condition) {
                                    return depends_on_pixels(condition.index);
                                });
            if (!varies) continue;
            if (expr.kind != ExprKind::Load || expr.index != kernel_.outputs[0].index ||
                expr.argument == load().argument ||
                kernel_[expr.argument].dims != kernel_[kernel_.outputs[0].argument].dims)
                return false;
            if (std::ranges::find(made_.alike, expr.argument) == made_.alike.end())
                made_.alike.push_back(expr.argument);
        }
        return true;
    }

    // Smallest pitch that keeps rows apart: no point reads behind the end of its row, or it reads padding of both rows
    // there.
    std::int64_t least_pitch() const {
        const Index& subscript = load().index[operand_.columns.subscript];
        const std::int64_t full = operand_.columns.points + operand_.columns.shift();
        if (space_.coefficient(subscript, operand_.columns.point) != operand_.columns.stride)
            return full; // repeated columns
        const std::int64_t left = std::max<std::int64_t>(-subscript.constant, 0),
                           width = kernel_[load().argument].dims[operand_.columns.subscript],
                           beyond = std::max<std::int64_t>(0, operand_.columns.reach - left),
                           shared = std::max(ceil_divide(width + left, operand_.columns.stride),
                                             operand_.columns.points + beyond / operand_.columns.stride);
        return std::min(full, std::max(operand_.columns.points, shared));
    }

    // The kernel that reads the copy, over all points of the line.
    Kernel sum() const {
        Kernel reading = kernel_;
        reading.arguments.push_back(made_.operands[0].copy());
        reading.arguments.back().written = false;
        reading.reduction->conditions = outside_;
        Expr copied = load();
        copied.argument = ArgumentId(kernel_.arguments.size());
        copied.index = place_in_copy(operand_, reading.space);
        reading = with_expressions(reading, {{operand_.image.load, copied}});
        Rebuild how = unchanged(reading);
        if (operand_.pitch > 0) how.dims[static_cast<std::size_t>(operand_.columns.point)] = operand_.pitch;
        return rebuilt(reading, how);
    }

    // Pixels last, in lines.
    void set_result() {
        const Subscripts& index = kernel_.outputs[0].index;
        std::int64_t row = 0, column = 0;
        for (std::size_t d = 0; d < index.size(); ++d) {
            const std::optional<std::int64_t> dimension = plain_dimension(space_, index[d]);
            if (dimension == operand_.rows.point)
                row = static_cast<std::int64_t>(d);
            else if (dimension == operand_.columns.point)
                column = static_cast<std::int64_t>(d);
            else
                made_.result.order.push_back(static_cast<std::int64_t>(d));
        }
        made_.result.order.push_back(row);
        made_.result.order.push_back(column);
        if (operand_.pitch > operand_.columns.points) made_.result.pitch = operand_.pitch;
    }

    const Kernel& kernel_;
    const IndexSpace& space_;
    ImageCopy operand_;
    std::vector<Condition> outside_; // conditions of the reduction that the copy does not see to
    Staging made_;
};

} // namespace

std::vector<Staging> stagings_of_image(const Kernel& kernel) {
    std::vector<Staging> forms;
    for (std::optional<Staging> form :
         {Stager(kernel).run_lines(true), Stager(kernel).run_lines(false), Stager(kernel).run_image()})
        if (form) forms.push_back(std::move(*form));
    return forms;
}

std::vector<ArrayLayout> layouts_of_reader(const Staging& staging, const Kernel& kernel,
                                           std::vector<ArrayLayout> layouts) {
    for (const StagedOperand& operand : staging.operands) {
        ArrayLayout copy = row_major(operand.copy().dims.size());
        if (operand.lies == StagedOperand::Lies::LikeOperand) copy.order = layouts[operand.operand.index()].order;
        if (operand.lies == StagedOperand::Lies::LikeResult)
            copy.order = layouts[kernel.outputs[0].argument.index()].order;
        layouts.push_back(std::move(copy));
    }
    return layouts;
}

std::vector<ArrayLayout> layouts_of_copy(const Staging& staging, std::size_t number,
                                         const std::vector<ArrayLayout>& of_reader) {
    const std::size_t first = of_reader.size() - staging.operands.size();
    const ArrayLayout& copy = of_reader[first + number];
    return {copy, of_reader[staging.operands[number].operand.index()], copy};
}

} // namespace hlo2cpp
