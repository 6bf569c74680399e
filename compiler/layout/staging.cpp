#include "layout/staging.h"

#include <algorithm>
#include <array>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/image.h"
#include "layout/kernel_layout.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostPhases = 16; // of larger strides a point reads nearly all phases at one place

class Stager {
public:
    explicit Stager(const Kernel& kernel) : kernel_(kernel), space_(kernel.space) {}

    std::optional<Staging> run_lines(bool at_once) {
        if (!fits() || !find_axes()) return std::nullopt;
        if (columns_.points < 2 || rows_.points < 2 || rows_.phases() * columns_.phases() > kMostPhases)
            return std::nullopt;
        for (const ImageAxis* axis : {&rows_, &columns_})
            if (axis->dilation > 1 && axis->phases() > 1) return std::nullopt;
        if (!sort_conditions() || !others_fit()) return std::nullopt;
        pitch_ = least_pitch();
        line_rows_ = rows_.points + rows_.shift() + ceil_divide(columns_.shift(), pitch_);
        std::vector<Kernel> copies = at_once ? std::vector{copy_of_all_phases()} : copies_of_lines();
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
        if (is_sum(rows_) && is_sum(columns_)) return std::nullopt;
        for (const ImageAxis* axis : {&rows_, &columns_}) // each place is that of a tap
            if (axis->stride > 1 && (axis->tap < 0 || axis->dilation > 1)) return std::nullopt;
        finish({copy_of_image()});
        return std::move(made_);
    }

private:
    const Expr& load() const { return kernel_.exprs[image_.load]; }
    const KernelArgument& operand() const { return kernel_[load().argument]; }

    bool find_axes() {
        std::optional<Image> image = image_of(kernel_);
        if (!image || image->pixels.size() < 2) return false;
        image_ = std::move(*image);
        rows_ = image_.pixels[image_.pixels.size() - 2], columns_ = image_.pixels.back();
        const bool has_windows = rows_.stride * columns_.stride + rows_.reach + columns_.reach > 1;
        return has_windows && rows_.subscript != columns_.subscript;
    }

    void finish(std::vector<Kernel> copies) {
        made_.operand = load().argument;
        made_.copies = std::move(copies);
        made_.dims = made_.copies[0][ArgumentId(0)].dims;
        made_.sum = sum();
        for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel_.dims.size()); ++d)
            made_.shared = made_.shared || (size_of_dim(kernel_, d) > 1 && !varies(load().index, d));
    }

    // True for a subscript of the operand that neither taps nor weights change.
    bool is_batch(std::size_t subscript) const {
        const Index& index = load().index[subscript];
        for (std::int64_t d = 0; d < space_.dimensions(); ++d)
            if (space_.depends_on(index, d) &&
                std::ranges::find(image_.pixels, d, &ImageAxis::point) == image_.pixels.end())
                return false;
        return true;
    }

    bool fits() const {
        if (kernel_.in_order || !kernel_.conditions.empty() || kernel_.outputs.size() != 1) return false;
        const Output& output = kernel_.outputs[0];
        return !output.updates.valid() && output.conditions.empty() && !reads_indices(kernel_) &&
               std::ranges::all_of(output.index, [&](const Index& index) {
                   return index == Index(0) || plain_dimension(space_, index).has_value();
               });
    }

    bool varies(const Subscripts& index, std::int64_t d) const {
        return std::ranges::any_of(index, [&](const Index& one) { return space_.depends_on(one, d); });
    }
    bool depends_on_pixels(const Index& index) const {
        return space_.depends_on(index, rows_.point) || space_.depends_on(index, columns_.point);
    }

    // Finds the conditions of the reduction that the copy sees to, by its zeros.
    bool sort_conditions() {
        for (const Condition& condition : kernel_.reduction->conditions) {
            if (depends_on_axis(space_, condition.index, rows_)) inside_.emplace_back(condition, &rows_);
            else if (depends_on_axis(space_, condition.index, columns_)) inside_.emplace_back(condition, &columns_);
            else if (depends_on_pixels(condition.index)) return false;
            else outside_.push_back(condition);
        }
        return true;
    }

    // True if all else is the same for all pixels, or read pixel by pixel.
    bool others_fit() {
        const std::vector<bool> needed = needed_expressions(kernel_);
        for (std::size_t i = 0; i < needed.size(); ++i) {
            const Expr& expr = kernel_.exprs[ExprId(i)];
            if (!needed[i] || ExprId(i) == image_.load) continue;
            const bool varies = std::ranges::any_of(expr.index, [&](const Index& s) { return depends_on_pixels(s); }) ||
                                std::ranges::any_of(expr.conditions, [&](const Condition& condition) {
                                    return depends_on_pixels(condition.index);
                                });
            if (!varies) continue;
            if (expr.kind != ExprKind::Load || expr.index != kernel_.outputs[0].index ||
                expr.argument == load().argument ||
                kernel_[expr.argument].dims != kernel_[kernel_.outputs[0].argument].dims)
                return false;
            if (std::ranges::find(made_.alike, expr.argument) == made_.alike.end()) made_.alike.push_back(expr.argument);
        }
        return true;
    }

    // Smallest pitch that keeps rows apart: no point reads behind the end of its row, or it reads padding of both rows
    // there.
    std::int64_t least_pitch() const {
        const Index& subscript = load().index[columns_.subscript];
        const std::int64_t full = columns_.points + columns_.shift();
        if (space_.coefficient(subscript, columns_.point) != columns_.stride) return full; // repeated columns
        const std::int64_t left = std::max<std::int64_t>(-subscript.constant, 0),
                           width = kernel_[load().argument].dims[columns_.subscript],
                           beyond = std::max<std::int64_t>(0, columns_.reach - left),
                           shared = std::max(ceil_divide(width + left, columns_.stride),
                                             columns_.points + beyond / columns_.stride);
        return std::min(full, std::max(columns_.points, shared));
    }

    // Subscripts of the operand that are neither rows nor columns.
    std::vector<std::size_t> other_subscripts() const {
        std::vector<std::size_t> others;
        for (std::size_t s = 0; s < load().index.size(); ++s)
            if (s != rows_.subscript && s != columns_.subscript) others.push_back(s);
        return others;
    }

    // Place of a point and its phase, or its tap, in the space of the copy.
    using Place = std::pair<Index, Index>;

    // An index of the axis in the space of the copy.
    Index rebuilt_index(const Index& index, const ImageAxis& axis, IndexSpace& space, const Place& place) const {
        Index made = index.constant;
        for (const Index::Product& product : index.products) {
            const Term& term = space_[product.term];
            if (term.kind == TermKind::Dimension) {
                made = made + (term.dimension == axis.point ? place.first : place.second) * product.coefficient;
                continue;
            }
            const Index argument = rebuilt_index(term.argument, axis, space, place);
            made = made + (term.kind == TermKind::FloorDivide ? space.floor_divide(argument, term.divisor)
                                                              : space.modulo(argument, term.divisor)) *
                              product.coefficient;
        }
        return made;
    }

    // A kernel that copies (a part of) the operand, under construction.
    struct Copying {
        Kernel kernel;
        std::vector<Index> written, read;

        Index add(std::int64_t size) {
            kernel.dims.push_back(size);
            return kernel.space.dimension(kernel.space.add_dimension(size));
        }
    };

    // Rows or columns that a part of the copy holds: `count` of them from `first` on, in a phase.
    struct Part {
        std::int64_t phase = 0, first = 0, count = 0;
    };

    Copying begun() const { return {.kernel = {}, .written = {}, .read = std::vector<Index>(load().index.size())}; }

    // Dimensions of the copy in lines: all phases of rows and columns, each a line.
    std::vector<std::int64_t> line_dims() const {
        std::vector<std::int64_t> dims;
        for (const std::size_t s : other_subscripts()) dims.push_back(operand().dims[s]);
        for (const ImageAxis* axis : {&rows_, &columns_})
            if (axis->phases() > 1) dims.push_back(axis->phases());
        dims.push_back(line_rows_ * pitch_);
        return dims;
    }

    // Zeros, and one phase after the other; nothing where no element is padding.
    std::vector<Kernel> copies_of_lines() const {
        const std::optional<std::vector<Part>> rows = parts_of(rows_, line_rows_), columns = parts_of(columns_, pitch_);
        if (!rows || !columns) return {};
        const auto is_whole = [](const std::vector<Part>& parts, std::int64_t count) {
            return std::ranges::all_of(parts, [&](const Part& part) { return part.count == count; });
        };
        if (is_whole(*rows, line_rows_) && is_whole(*columns, pitch_)) return {};
        std::vector<Kernel> copies = {zeros(line_dims())};
        for (const Part& row : *rows)
            for (const Part& column : *columns)
                if (row.count > 0 && column.count > 0) copies.push_back(copy_of_phase(row, column));
        return copies;
    }

    Kernel copy_of_all_phases() const {
        Copying copying = begun();
        const auto add = [&](std::int64_t size) { return copying.written.emplace_back(copying.add(size)); };
        for (const std::size_t s : other_subscripts()) copying.read[s] = add(operand().dims[s]);
        Place row, column;
        if (rows_.phases() > 1) row.second = add(rows_.phases());
        if (columns_.phases() > 1) column.second = add(columns_.phases());
        row.first = copying.add(line_rows_), column.first = copying.add(pitch_);
        copying.written.push_back(row.first * pitch_ + column.first);
        return finished(std::move(copying), line_dims(), row, column);
    }

    Kernel copy_of_phase(const Part& rows, const Part& columns) const {
        Copying copying = begun();
        for (const std::size_t s : other_subscripts())
            copying.read[s] = copying.written.emplace_back(copying.add(operand().dims[s]));
        if (rows_.phases() > 1) copying.written.emplace_back(rows.phase);
        if (columns_.phases() > 1) copying.written.emplace_back(columns.phase);
        const Index row = copying.add(rows.count) + rows.first, column = copying.add(columns.count) + columns.first;
        copying.written.push_back(row * pitch_ + column);
        Kernel made = finished(std::move(copying), line_dims(), {row, rows.phase}, {column, columns.phase});
        made.outputs[0].updates = ArgumentId(made.arguments.size());
        made.arguments.push_back({.type = load().type, .dims = line_dims()});
        return made;
    }

    // The part of each phase that is no padding, among `count` rows or columns; none if that is no range.
    std::optional<std::vector<Part>> parts_of(const ImageAxis& axis, std::int64_t count) const {
        std::vector<Part> parts;
        for (std::int64_t phase = 0; phase < axis.phases(); ++phase) {
            Part part{.phase = phase};
            for (std::int64_t place = 0; place < count; ++place) {
                if (!is_inside(axis, place, phase)) continue;
                if (part.count == 0) part.first = place;
                if (place != part.first + part.count++) return std::nullopt;
            }
            parts.push_back(part);
        }
        return parts;
    }

    bool is_inside(const ImageAxis& axis, std::int64_t place, std::int64_t phase) const {
        IndexSpace space;
        const auto value = [&](const Index& index) {
            return rebuilt_index(index, axis, space, {place, phase}).constant;
        };
        const std::int64_t at = value(load().index[axis.subscript]);
        return at >= 0 && at < operand().dims[axis.subscript] &&
               std::ranges::all_of(inside_, [&](const auto& known) {
                   const auto& [condition, of] = known;
                   const std::int64_t number = of == &axis ? value(condition.index) : condition.low;
                   return number >= condition.low && number < condition.high;
               });
    }

    Kernel zeros(const std::vector<std::int64_t>& dims) const {
        Kernel made;
        std::vector<Index> written;
        for (const std::int64_t size : dims) {
            made.dims.push_back(size);
            written.push_back(made.space.dimension(made.space.add_dimension(size)));
        }
        made.arguments = {{.type = load().type, .dims = dims, .written = true}};
        made.outputs = {{.argument = ArgumentId(0), .index = std::move(written), .expr = zero(made)}};
        return made;
    }

    ExprId zero(Kernel& made) const {
        const auto bytes = static_cast<std::size_t>(byte_size(load().type));
        return made.exprs.add(
            {.kind = ExprKind::Constant, .type = load().type, .bits = std::vector<std::byte>(bytes)});
    }

    // The image between its padding, with its features last.
    Kernel copy_of_image() const {
        Copying copying = begun();
        std::vector<std::int64_t> dims;
        const auto add = [&](std::int64_t size) {
            dims.push_back(size);
            return copying.written.emplace_back(copying.add(size));
        };
        for (const std::size_t s : other_subscripts())
            if (is_batch(s)) copying.read[s] = add(operand().dims[s]);
        const auto place = [&](const ImageAxis& axis) {
            const Index at = add(axis.extent());
            return axis.stride == 1 ? Place{at, 0} : Place{0, at};
        };
        const Place row = place(rows_), column = place(columns_);
        for (const std::size_t s : other_subscripts())
            if (!is_batch(s)) copying.read[s] = add(operand().dims[s]);
        return finished(std::move(copying), dims, row, column);
    }

    Kernel finished(Copying copying, const std::vector<std::int64_t>& dims, const Place& row, const Place& column) const {
        Kernel& made = copying.kernel;
        copying.read[rows_.subscript] = rebuilt_index(load().index[rows_.subscript], rows_, made.space, row);
        copying.read[columns_.subscript] =
            rebuilt_index(load().index[columns_.subscript], columns_, made.space, column);
        const ElementType type = load().type;
        made.arguments = {{.type = type, .dims = dims, .written = true},
                          {.type = type, .dims = operand().dims, .constant = operand().constant}};
        std::vector<Condition> conditions;
        for (const std::size_t s : {rows_.subscript, columns_.subscript})
            conditions.push_back({copying.read[s], 0, operand().dims[s]});
        for (const auto& [condition, axis] : inside_) {
            const Place& place = axis == &rows_ ? row : column;
            conditions.push_back(
                {rebuilt_index(condition.index, *axis, made.space, place), condition.low, condition.high});
        }
        std::ranges::sort(conditions);
        conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
        ExprId element = made.exprs.add(
            {.kind = ExprKind::Load, .type = type, .argument = ArgumentId(1), .index = std::move(copying.read)});
        conditions = to_be_tested(Bounds(made.space), std::move(conditions));
        if (!conditions.empty())
            element = made.exprs.add({.kind = ExprKind::Guard,
                                      .type = type,
                                      .operands = {element, zero(made)},
                                      .conditions = std::move(conditions)});
        made.outputs = {{.argument = ArgumentId(0), .index = std::move(copying.written), .expr = element}};
        return std::move(made);
    }

    // The kernel that reads the copy, over all points of the line.
    Kernel sum() const {
        Kernel made = kernel_;
        made.arguments.push_back({.type = load().type, .dims = made_.dims});
        ExprGraph exprs;
        std::vector<ExprId> now(kernel_.exprs.size());
        const std::vector<bool> needed = needed_expressions(kernel_);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (!needed[i]) continue;
            Expr expr = kernel_.exprs[ExprId(i)];
            for (ExprId& operand : expr.operands) operand = now[operand.index()];
            if (ExprId(i) == image_.load) {
                expr.argument = ArgumentId(made.arguments.size() - 1);
                expr.index = pitch_ > 0 ? in_line(made.space) : in_image(made.space);
            }
            now[i] = exprs.add(std::move(expr));
        }
        made.exprs = std::move(exprs);
        Reduction& reduction = *made.reduction;
        for (ExprId& id : reduction.initial) id = now[id.index()];
        for (ExprId& id : reduction.combined) id = now[id.index()];
        reduction.term = now[reduction.term->index()];
        reduction.conditions = outside_;
        made.outputs[0].expr = now[made.outputs[0].expr.index()];
        Rebuild how = unchanged(made);
        if (pitch_ > 0) how.dims[static_cast<std::size_t>(columns_.point)] = pitch_;
        return rebuilt(made, how);
    }

    Subscripts in_image(IndexSpace& space) const {
        std::vector<Index> index;
        for (const std::size_t s : other_subscripts())
            if (is_batch(s)) index.push_back(load().index[s]);
        for (const ImageAxis* axis : {&rows_, &columns_}) {
            const Index tap = axis->tap < 0 ? Index(0) : space.dimension(axis->tap) * axis->dilation;
            index.push_back(space.dimension(axis->point) * axis->stride + tap);
        }
        for (const std::size_t s : other_subscripts())
            if (!is_batch(s)) index.push_back(load().index[s]);
        return index;
    }

    // Subscripts in the copy of the element that a tap of a point reads.
    Subscripts in_line(IndexSpace& space) const {
        std::vector<Index> index;
        for (const std::size_t s : other_subscripts()) index.push_back(load().index[s]);
        Index place = space.dimension(rows_.point) * pitch_ + space.dimension(columns_.point);
        for (const ImageAxis* axis : {&rows_, &columns_}) {
            const Index tap = axis->tap < 0 ? Index(0) : space.dimension(axis->tap) * axis->dilation;
            place = place + space.floor_divide(tap, axis->stride) * (axis == &rows_ ? pitch_ : 1);
            if (axis->phases() > 1) index.push_back(space.modulo(tap, axis->stride));
        }
        index.push_back(place);
        return index;
    }

    // Pixels last, in lines.
    void set_result() {
        const Subscripts& index = kernel_.outputs[0].index;
        std::int64_t row = 0, column = 0;
        for (std::size_t d = 0; d < index.size(); ++d) {
            const std::optional<std::int64_t> dimension = plain_dimension(space_, index[d]);
            if (dimension == rows_.point) row = static_cast<std::int64_t>(d);
            else if (dimension == columns_.point) column = static_cast<std::int64_t>(d);
            else made_.result.order.push_back(static_cast<std::int64_t>(d));
        }
        made_.result.order.push_back(row);
        made_.result.order.push_back(column);
        if (pitch_ > columns_.points) made_.result.pitch = pitch_;
    }

    const Kernel& kernel_;
    const IndexSpace& space_;
    Image image_;
    ImageAxis rows_, columns_;
    std::vector<std::pair<Condition, const ImageAxis*>> inside_; // conditions of the reduction that the copy sees to
    std::vector<Condition> outside_;                             // the others
    std::int64_t pitch_ = 0, line_rows_ = 0;
    Staging made_;
};

} // namespace

std::vector<Staging> stagings_of(const Kernel& kernel) {
    std::vector<Staging> forms;
    for (std::optional<Staging> form : {Stager(kernel).run_lines(true), Stager(kernel).run_lines(false), Stager(kernel).run_image()})
        if (form) forms.push_back(std::move(*form));
    return forms;
}

} // namespace hlo2cpp
