#include "layout/image_copy.h"

#include <algorithm>

#include "kernel/bounds.h"
#include "layout/moves.h"

namespace hlo2cpp {
namespace {

class Copies {
public:
    explicit Copies(const ImageCopy& operand) : operand_(operand) {}

    // Zeros, and one phase after the other; nothing where no element is padding.
    std::vector<Kernel> copies_of_lines() const {
        const std::optional<std::vector<Part>> rows = parts_of(operand_.rows, operand_.line_rows),
                                               columns = parts_of(operand_.columns, operand_.pitch);
        if (!rows || !columns) return {};
        const auto is_whole = [](const std::vector<Part>& parts, std::int64_t count) {
            return std::ranges::all_of(parts, [&](const Part& part) { return part.count == count; });
        };
        if (is_whole(*rows, operand_.line_rows) && is_whole(*columns, operand_.pitch)) return {};
        std::vector<Kernel> copies = {zero_kernel(load().type, line_dims())};
        for (const Part& row : *rows)
            for (const Part& column : *columns)
                if (row.count > 0 && column.count > 0) copies.push_back(copy_of_phase(row, column));
        return copies;
    }

    Kernel copy_of_all_phases() const {
        Copying copying = begun();
        const auto add = [&](std::int64_t size) { return copying.written.emplace_back(copying.add(size)); };
        for (const std::size_t s : operand_.other_subscripts()) copying.read[s] = add(array().dims[s]);
        Place row, column;
        if (operand_.rows.phases() > 1) row.second = add(operand_.rows.phases());
        if (operand_.columns.phases() > 1) column.second = add(operand_.columns.phases());
        row.first = copying.add(operand_.line_rows), column.first = copying.add(operand_.pitch);
        copying.written.push_back(row.first * operand_.pitch + column.first);
        return finished(std::move(copying), line_dims(), row, column);
    }

    // The image between its padding, with its features last.
    Kernel copy_of_image() const {
        Copying copying = begun();
        std::vector<std::int64_t> dims;
        const auto add = [&](std::int64_t size) {
            dims.push_back(size);
            return copying.written.emplace_back(copying.add(size));
        };
        for (const std::size_t s : operand_.batch_subscripts()) copying.read[s] = add(array().dims[s]);
        const auto place = [&](const ImageAxis& axis) {
            const Index at = add(axis.extent());
            return axis.stride == 1 ? Place{at, 0} : Place{0, at};
        };
        const Place row = place(operand_.rows), column = place(operand_.columns);
        for (const std::size_t s : operand_.feature_subscripts()) copying.read[s] = add(array().dims[s]);
        return finished(std::move(copying), dims, row, column);
    }

private:
    const Expr& load() const { return operand_.load(); }
    const KernelArgument& array() const { return operand_.array(); }

    // Place of a point and its phase, or its tap, in the space of the copy.
    using Place = std::pair<Index, Index>;

    // An index of the axis in the space of the copy.
    Index rebuilt_index(const Index& index, const ImageAxis& axis, IndexSpace& space, const Place& place) const {
        Index made = index.constant;
        for (const Index::Product& product : index.products) {
            const Term& term = operand_.kernel->space[product.term];
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
        for (const std::size_t s : operand_.other_subscripts()) dims.push_back(array().dims[s]);
        for (const ImageAxis* axis : {&operand_.rows, &operand_.columns})
            if (axis->phases() > 1) dims.push_back(axis->phases());
        dims.push_back(operand_.line_rows * operand_.pitch);
        return dims;
    }

    Kernel copy_of_phase(const Part& rows, const Part& columns) const {
        Copying copying = begun();
        for (const std::size_t s : operand_.other_subscripts())
            copying.read[s] = copying.written.emplace_back(copying.add(array().dims[s]));
        if (operand_.rows.phases() > 1) copying.written.emplace_back(rows.phase);
        if (operand_.columns.phases() > 1) copying.written.emplace_back(columns.phase);
        const Index row = copying.add(rows.count) + rows.first, column = copying.add(columns.count) + columns.first;
        copying.written.push_back(row * operand_.pitch + column);
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
        return at >= 0 && at < array().dims[axis.subscript] &&
               std::ranges::all_of(operand_.inside, [&](const auto& known) {
                   const auto& [condition, of_rows] = known;
                   const bool of_axis = of_rows == (&axis == &operand_.rows);
                   const std::int64_t number = of_axis ? value(condition.index) : condition.low;
                   return number >= condition.low && number < condition.high;
               });
    }

    Kernel finished(Copying copying, const std::vector<std::int64_t>& dims, const Place& row,
                    const Place& column) const {
        Kernel& made = copying.kernel;
        copying.read[operand_.rows.subscript] =
            rebuilt_index(load().index[operand_.rows.subscript], operand_.rows, made.space, row);
        copying.read[operand_.columns.subscript] =
            rebuilt_index(load().index[operand_.columns.subscript], operand_.columns, made.space, column);
        const ElementType type = load().type;
        made.arguments = {{.type = type, .dims = dims, .written = true},
                          {.type = type, .dims = array().dims, .constant = array().constant}};
        std::vector<Condition> conditions;
        for (const std::size_t s : {operand_.rows.subscript, operand_.columns.subscript})
            conditions.push_back({copying.read[s], 0, array().dims[s]});
        for (const auto& [condition, of_rows] : operand_.inside)
            conditions.push_back({rebuilt_index(condition.index, of_rows ? operand_.rows : operand_.columns, made.space,
                                                of_rows ? row : column),
                                  condition.low, condition.high});
        std::ranges::sort(conditions);
        conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
        ExprId element = made.exprs.add(
            {.kind = ExprKind::Load, .type = type, .argument = ArgumentId(1), .index = std::move(copying.read)});
        conditions = to_be_tested(Bounds(made.space), std::move(conditions));
        if (!conditions.empty())
            element = made.exprs.add({.kind = ExprKind::Guard,
                                      .type = type,
                                      .operands = {element, add_zero(made, type)},
                                      .conditions = std::move(conditions)});
        made.outputs = {{.argument = ArgumentId(0), .index = std::move(copying.written), .expr = element}};
        return std::move(made);
    }

    const ImageCopy& operand_;
};

// True for a subscript of the array that neither taps nor weights change.
bool is_batch(const ImageCopy& operand, std::size_t subscript) {
    const IndexSpace& space = operand.kernel->space;
    const Index& index = operand.load().index[subscript];
    for (std::int64_t d = 0; d < space.dimensions(); ++d)
        if (space.depends_on(index, d) &&
            std::ranges::find(operand.image.pixels, d, &ImageAxis::point) == operand.image.pixels.end())
            return false;
    return true;
}

Subscripts place_in_line(const ImageCopy& operand, IndexSpace& space) {
    std::vector<Index> index;
    for (const std::size_t s : operand.other_subscripts()) index.push_back(operand.load().index[s]);
    Index place = space.dimension(operand.rows.point) * operand.pitch + space.dimension(operand.columns.point);
    for (const ImageAxis* axis : {&operand.rows, &operand.columns}) {
        const Index tap = axis->tap < 0 ? Index(0) : space.dimension(axis->tap) * axis->dilation;
        place = place + space.floor_divide(tap, axis->stride) * (axis == &operand.rows ? operand.pitch : 1);
        if (axis->phases() > 1) index.push_back(space.modulo(tap, axis->stride));
    }
    index.push_back(place);
    return index;
}

Subscripts place_in_image(const ImageCopy& operand, IndexSpace& space) {
    std::vector<Index> index;
    for (const std::size_t s : operand.batch_subscripts()) index.push_back(operand.load().index[s]);
    for (const ImageAxis* axis : {&operand.rows, &operand.columns}) {
        const Index tap = axis->tap < 0 ? Index(0) : space.dimension(axis->tap) * axis->dilation;
        index.push_back(space.dimension(axis->point) * axis->stride + tap);
    }
    for (const std::size_t s : operand.feature_subscripts()) index.push_back(operand.load().index[s]);
    return index;
}

} // namespace

std::vector<std::size_t> ImageCopy::batch_subscripts() const {
    std::vector<std::size_t> found = other_subscripts();
    std::erase_if(found, [&](std::size_t s) { return !is_batch(*this, s); });
    return found;
}

std::vector<std::size_t> ImageCopy::feature_subscripts() const {
    std::vector<std::size_t> found = other_subscripts();
    std::erase_if(found, [&](std::size_t s) { return is_batch(*this, s); });
    return found;
}

std::vector<std::size_t> ImageCopy::other_subscripts() const {
    std::vector<std::size_t> found;
    for (std::size_t s = 0; s < load().index.size(); ++s)
        if (s != rows.subscript && s != columns.subscript) found.push_back(s);
    return found;
}

Kernel copy_into_lines(const ImageCopy& operand) {
    return Copies(operand).copy_of_all_phases();
}

std::vector<Kernel> copies_between_zeros(const ImageCopy& operand) {
    return Copies(operand).copies_of_lines();
}

Kernel copy_of_image(const ImageCopy& operand) {
    return Copies(operand).copy_of_image();
}

Subscripts place_in_copy(const ImageCopy& operand, IndexSpace& space) {
    return operand.pitch > 0 ? place_in_line(operand, space) : place_in_image(operand, space);
}

} // namespace hlo2cpp
