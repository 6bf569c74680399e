#include "layout/image_copy.h"

#include <algorithm>

#include "kernel/bounds.h"
#include "layout/moves.h"

namespace hlo2cpp {
namespace {

// Place of a point and its phase, or its tap, in the space of the copy.
using Place = std::pair<Index, Index>;

// An index of the axis in the space of the copy.
Index rebuilt_index(const ImageCopy& operand, const Index& index, const ImageAxis& axis, IndexSpace& space,
                    const Place& place) {
    Index made = index.constant;
    for (const Index::Product& product : index.products) {
        const Term& term = operand.kernel->space[product.term];
        if (term.kind == TermKind::Dimension) {
            made = made + (term.dimension == axis.point ? place.first : place.second) * product.coefficient;
            continue;
        }
        const Index argument = rebuilt_index(operand, term.argument, axis, space, place);
        made = made + (term.kind == TermKind::FloorDivide ? space.floor_divide(argument, term.divisor)
                                                          : space.modulo(argument, term.divisor)) *
                          product.coefficient;
    }
    return made;
}

// A kernel that copies (a part of) the operand, under construction.
class CopyBuilder {
public:
    explicit CopyBuilder(const ImageCopy& operand) : operand_(operand), read_(operand.load().index.size()) {}

    Index add(std::int64_t size) {
        kernel_.dims.push_back(size);
        return kernel_.space.dimension(kernel_.space.add_dimension(size));
    }
    Index write(const Index& subscript) { return written_.emplace_back(subscript); }
    void copy_along(const std::vector<std::size_t>& subscripts) {
        for (const std::size_t s : subscripts) read_[s] = write(add(operand_.array().dims[s]));
    }

    // The kernel that writes an array of these dimensions; none: those that were added.
    Kernel finished(std::vector<std::int64_t> dims, const Place& row, const Place& column) && {
        const ElementType type = operand_.load().type;
        const KernelArgument& array = operand_.array();
        const auto rebuild = [&](const Index& index, bool of_rows) {
            return rebuilt_index(operand_, index, operand_.axis(of_rows), kernel_.space, of_rows ? row : column);
        };
        std::vector<Condition> conditions;
        for (const bool of_rows : {true, false}) {
            const std::size_t s = operand_.axis(of_rows).subscript;
            read_[s] = rebuild(operand_.load().index[s], of_rows);
            conditions.push_back({read_[s], 0, array.dims[s]});
        }
        for (const auto& [condition, of_rows] : operand_.inside)
            conditions.push_back({rebuild(condition.index, of_rows), condition.low, condition.high});
        std::ranges::sort(conditions);
        conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
        ExprId element = kernel_.exprs.add(
            {.kind = ExprKind::Load, .type = type, .argument = ArgumentId(1), .index = std::move(read_)});
        conditions = to_be_tested(Bounds(kernel_.space), std::move(conditions));
        if (!conditions.empty())
            element = kernel_.exprs.add({.kind = ExprKind::Guard,
                                         .type = type,
                                         .operands = {element, add_zero(kernel_, type)},
                                         .conditions = std::move(conditions)});
        if (dims.empty()) dims = kernel_.dims;
        kernel_.arguments = {{.type = type, .dims = std::move(dims), .written = true},
                             {.type = type, .dims = array.dims, .constant = array.constant}};
        kernel_.outputs = {{.argument = ArgumentId(0), .index = std::move(written_), .expr = element}};
        return std::move(kernel_);
    }

private:
    const ImageCopy& operand_;
    Kernel kernel_;
    std::vector<Index> written_, read_;
};

// Dimensions of the copy in lines: all phases of rows and columns, each a line.
std::vector<std::int64_t> line_dims(const ImageCopy& operand) {
    std::vector<std::int64_t> dims;
    for (const std::size_t s : operand.other_subscripts()) dims.push_back(operand.array().dims[s]);
    for (const ImageAxis* axis : {&operand.rows, &operand.columns})
        if (axis->phases() > 1) dims.push_back(axis->phases());
    dims.push_back(operand.line_rows * operand.pitch);
    return dims;
}

// Rows or columns that a part of the copy holds: `count` of them from `first` on, in a phase.
struct Part {
    std::int64_t phase = 0, first = 0, count = 0;
};

bool is_inside(const ImageCopy& operand, bool of_rows, std::int64_t place, std::int64_t phase) {
    IndexSpace space;
    const ImageAxis& axis = operand.axis(of_rows);
    const auto value = [&](const Index& index) {
        return rebuilt_index(operand, index, axis, space, {place, phase}).constant;
    };
    const std::int64_t at = value(operand.load().index[axis.subscript]);
    return at >= 0 && at < operand.array().dims[axis.subscript] &&
           std::ranges::all_of(operand.inside, [&](const ImageCopy::Condition& known) {
               const Condition& condition = known.condition;
               const std::int64_t number = known.of_rows == of_rows ? value(condition.index) : condition.low;
               return number >= condition.low && number < condition.high;
           });
}

// The part of each phase that is no padding, among `count` rows or columns; none if that is no range.
std::optional<std::vector<Part>> parts_of(const ImageCopy& operand, bool of_rows, std::int64_t count) {
    std::vector<Part> parts;
    for (std::int64_t phase = 0; phase < operand.axis(of_rows).phases(); ++phase) {
        Part part{.phase = phase};
        for (std::int64_t place = 0; place < count; ++place) {
            if (!is_inside(operand, of_rows, place, phase)) continue;
            if (part.count == 0) part.first = place;
            if (place != part.first + part.count++) return std::nullopt;
        }
        parts.push_back(part);
    }
    return parts;
}

Kernel copy_of_phase(const ImageCopy& operand, const Part& rows, const Part& columns) {
    CopyBuilder copy(operand);
    copy.copy_along(operand.other_subscripts());
    if (operand.rows.phases() > 1) copy.write(rows.phase);
    if (operand.columns.phases() > 1) copy.write(columns.phase);
    const Index row = copy.add(rows.count) + rows.first, column = copy.add(columns.count) + columns.first;
    copy.write(row * operand.pitch + column);
    const std::vector<std::int64_t> dims = line_dims(operand);
    Kernel made = std::move(copy).finished(dims, {row, rows.phase}, {column, columns.phase});
    made.outputs[0].updates = ArgumentId(made.arguments.size());
    made.arguments.push_back({.type = operand.load().type, .dims = dims});
    return made;
}

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

} // namespace

std::vector<std::size_t> ImageCopy::other_subscripts(std::optional<bool> of_batch) const {
    std::vector<std::size_t> found;
    for (std::size_t s = 0; s < load().index.size(); ++s)
        if (s != rows.subscript && s != columns.subscript && (!of_batch || is_batch(*this, s) == *of_batch))
            found.push_back(s);
    return found;
}

Kernel copy_into_lines(const ImageCopy& operand) {
    CopyBuilder copy(operand);
    copy.copy_along(operand.other_subscripts());
    Place row, column;
    if (operand.rows.phases() > 1) row.second = copy.write(copy.add(operand.rows.phases()));
    if (operand.columns.phases() > 1) column.second = copy.write(copy.add(operand.columns.phases()));
    row.first = copy.add(operand.line_rows), column.first = copy.add(operand.pitch);
    copy.write(row.first * operand.pitch + column.first);
    return std::move(copy).finished(line_dims(operand), row, column);
}

std::vector<Kernel> copies_between_zeros(const ImageCopy& operand) {
    const std::optional<std::vector<Part>> rows = parts_of(operand, true, operand.line_rows),
                                           columns = parts_of(operand, false, operand.pitch);
    if (!rows || !columns) return {};
    const auto is_whole = [](const std::vector<Part>& parts, std::int64_t count) {
        return std::ranges::all_of(parts, [&](const Part& part) { return part.count == count; });
    };
    if (is_whole(*rows, operand.line_rows) && is_whole(*columns, operand.pitch)) return {};
    std::vector<Kernel> copies = {zero_kernel(operand.load().type, line_dims(operand))};
    for (const Part& row : *rows)
        for (const Part& column : *columns)
            if (row.count > 0 && column.count > 0) copies.push_back(copy_of_phase(operand, row, column));
    return copies;
}

Kernel copy_of_image(const ImageCopy& operand) {
    CopyBuilder copy(operand);
    copy.copy_along(operand.other_subscripts(true));
    const auto place = [&](const ImageAxis& axis) {
        const Index at = copy.write(copy.add(axis.extent()));
        return axis.stride == 1 ? Place{at, 0} : Place{0, at};
    };
    const Place row = place(operand.rows), column = place(operand.columns);
    copy.copy_along(operand.other_subscripts(false));
    return std::move(copy).finished({}, row, column);
}

Subscripts place_in_copy(const ImageCopy& operand, IndexSpace& space) {
    const bool in_line = operand.pitch > 0;
    std::vector<Index> index;
    const auto add = [&](const std::vector<std::size_t>& subscripts) {
        for (const std::size_t s : subscripts) index.push_back(operand.load().index[s]);
    };
    add(in_line ? operand.other_subscripts() : operand.other_subscripts(true));
    Index place; // in the line
    for (const bool of_rows : {true, false}) {
        const ImageAxis& axis = operand.axis(of_rows);
        const Index point = space.dimension(axis.point),
                    tap = axis.tap < 0 ? Index(0) : space.dimension(axis.tap) * axis.dilation;
        if (!in_line) {
            index.push_back(point * axis.stride + tap);
            continue;
        }
        place = place + (point + space.floor_divide(tap, axis.stride)) * (of_rows ? operand.pitch : 1);
        if (axis.phases() > 1) index.push_back(space.modulo(tap, axis.stride));
    }
    if (in_line)
        index.push_back(place);
    else
        add(operand.other_subscripts(false));
    return index;
}

} // namespace hlo2cpp
