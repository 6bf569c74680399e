#include "ops/update_loop.h"

#include "ops/expansion.h"
#include "ops/index_vectors.h"
#include "ops/loop_index.h"

namespace hlo2cpp {
namespace {

using Values = Expansion::Values;

InstructionId one_or_tuple(Expansion& e, Values results) {
    return results.size() == 1 ? results[0] : e.tuple(std::move(results));
}

// The array as a matrix of `rows`, with these dimensions first and the others behind.
InstructionId as_matrix(Expansion& e, InstructionId array, const std::vector<std::size_t>& first,
                        const std::vector<std::size_t>& others, std::int64_t rows) {
    std::vector<std::int64_t> order;
    for (const std::vector<std::size_t>* list : {&first, &others})
        for (const std::size_t d : *list) order.push_back(static_cast<std::int64_t>(d));
    const std::int64_t elements = product(e.shape_of(array).dims);
    return e.reshape(e.transpose(array, order), {rows, elements / rows});
}

// Appends one element to the merge of two sorted neighbours of `width` elements.
//
// `state`: the counts of elements taken from the left and the right one, and the result so far; `lines`: all elements.
Values merge_one(Expansion& e, ComputationId before, InstructionId to, const Values& state, const Values& lines,
                 InstructionId width) {
    const InstructionId count = number(e, e.shape_of(lines[0]).dims[0]);
    const auto at_most = [&](InstructionId a) { return e.binary(Opcode::Minimum, a, count); };
    const auto plus = [&](InstructionId a, InstructionId b) { return e.binary(Opcode::Add, a, b); };
    const InstructionId both = plus(width, width);
    const InstructionId begin = e.binary(Opcode::Subtract, to, e.binary(Opcode::Remainder, to, both));
    const InstructionId middle = at_most(plus(begin, width)), end = at_most(plus(begin, both));
    const InstructionId starts = e.compare(ComparisonDirection::Eq, to, begin);
    const InstructionId left = e.select(starts, begin, state[0]), right = e.select(starts, middle, state[1]);
    Values arguments;
    for (const InstructionId line : lines)
        for (const InstructionId place : {right, left}) arguments.push_back(e.element(line, {place}));
    const InstructionId goes_before =
        e.binary(Opcode::And, e.compare(ComparisonDirection::Lt, right, end), e.call(before, arguments)[0]);
    const InstructionId from_right =
        e.binary(Opcode::Or, e.compare(ComparisonDirection::Ge, left, middle), goes_before);
    const InstructionId step = e.convert(ElementType::S64, from_right);
    Values next = {plus(left, e.binary(Opcode::Subtract, number(e, 1), step)), plus(right, step)};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const InstructionId taken = e.select(from_right, arguments[2 * i], arguments[2 * i + 1]);
        next.push_back(e.with_element(state[2 + i], {to}, taken));
    }
    return next;
}

// Merge sort: merges sorted neighbours of 1, 2, 4, ... elements.
Values lines_in_order(Expansion& e, ComputationId before, Values lines) {
    const std::size_t arrays = lines.size();
    const std::int64_t count = e.shape_of(lines[0]).dims[0];
    std::int64_t passes = 0;
    for (std::int64_t width = 1; width < count; width *= 2) ++passes;
    Values state = {number(e, 1)};
    state.insert(state.end(), lines.begin(), lines.end());
    const auto pass = [&](Expansion& inside, InstructionId, const Values& now, const Values&) {
        const Values elements(now.begin() + 1, now.end());
        Values merged = {number(inside, 0), number(inside, 0)};
        merged.insert(merged.end(), elements.begin(), elements.end());
        merged = inside.loop(count, merged, now,
                             [&](Expansion& round, InstructionId to, const Values& so_far, const Values& read) {
                                 return merge_one(round, before, round.convert(ElementType::S64, to), so_far,
                                                  {read.begin() + 1, read.end()}, read[0]);
                             });
        Values next = {inside.binary(Opcode::Add, now[0], now[0])};
        next.insert(next.end(), merged.begin() + 2, merged.end());
        return next;
    };
    const Values sorted = e.loop(passes, std::move(state), {}, pass);
    return {sorted.begin() + 1, sorted.begin() + 1 + static_cast<std::ptrdiff_t>(arrays)};
}

// A round for each element of the updates, in row-major order of index vectors, then of the window.
class ScatterLoop {
public:
    explicit ScatterLoop(Expansion& e)
        : scatter_(*e.attributes().scatter), vectors_(vectors_of(scatter_)),
          arrays_(e.instruction().operands.size() / 2), dims_(e.shape_of(e.operand(0)).dims),
          updates_(e.shape_of(e.operand(arrays_ + 1)).dims),
          vector_sizes_(vector_sizes(vectors_, e.shape_of(e.operand(arrays_)))),
          in_window_(window_dimensions(vectors_, dims_.size())), combine_(e.called(0, false)) {
        for (const std::int64_t d : scatter_.update_window_dims)
            window_.push_back(updates_[static_cast<std::size_t>(d)]);
    }

    std::int64_t rounds() const { return product(dims_) == 0 ? 0 : product(updates_); }

    // The index vectors, and the updates of each array, with a row for each vector.
    Values read(Expansion& e) const {
        const std::size_t rank = e.shape_of(e.operand(arrays_)).rank();
        const std::int64_t rows = product(vector_sizes_);
        std::vector<std::size_t> numbers, window;
        if (vectors_.vector_dim < static_cast<std::int64_t>(rank))
            numbers.push_back(static_cast<std::size_t>(vectors_.vector_dim));
        for (const std::int64_t d : scatter_.update_window_dims) window.push_back(static_cast<std::size_t>(d));
        Values values = {
            as_matrix(e, e.operand(arrays_), other_dimensions({vectors_.vector_dim}, rank), numbers, rows)};
        const std::vector<std::size_t> outer = other_dimensions(scatter_.update_window_dims, updates_.size());
        for (std::size_t i = 0; i < arrays_; ++i)
            values.push_back(as_matrix(e, e.operand(arrays_ + 1 + i), outer, window, rows));
        return values;
    }

    Values round(Expansion& e, InstructionId round_number, const Values& state, const Values& read) const {
        const InstructionId linear = e.convert(ElementType::S64, round_number);
        const Values which = parts_of(e, linear, {product(vector_sizes_), product(window_)});
        const auto [fits, at] = target(e, which, read[0]);
        Values present, arguments; // outside the array both are of its edge, which then does not change
        for (const InstructionId array : state) present.push_back(e.element(array, at));
        for (const InstructionId element : present) arguments.push_back(argument(e, arguments.size(), element));
        for (std::size_t i = 0; i < arrays_; ++i)
            arguments.push_back(argument(e, arguments.size(), e.element(read[1 + i], which)));
        Values next = e.only_if(fits, arguments, present, [&](Expansion& branch, const Values& values) {
            Values results = branch.call(combine_, values);
            for (std::size_t i = 0; i < arrays_; ++i)
                results[i] = branch.convert(e.shape_of(present[i]).type, results[i]);
            return results;
        });
        for (std::size_t i = 0; i < arrays_; ++i) next[i] = e.with_element(state[i], at, next[i]);
        return next;
    }

private:
    // The place for element `which` (vector, element of its window) of the updates; first, true if its window fits.
    std::pair<InstructionId, Values> target(Expansion& e, const Values& which, InstructionId numbers) const {
        InstructionId fits = e.number(Shape::scalar(ElementType::Pred), 1);
        Values at(dims_.size(), number(e, 0));
        std::vector<std::int64_t> last = dims_; // start of a window
        for (std::size_t i = 0; i < window_.size(); ++i) last[in_window_[i]] -= window_[i] - 1;
        for (std::size_t i = 0; i < vectors_.map.list.size(); ++i) {
            const auto d = static_cast<std::size_t>(vectors_.map.list[i]);
            const InstructionId start = e.element(numbers, {which[0], number(e, static_cast<std::int64_t>(i))});
            at[d] = e.convert(ElementType::S64, start);
            fits = e.binary(Opcode::And, fits, is_between(e, at[d], 0, last[d]));
        }
        for_each_batch(vectors_, parts_of(e, which[0], vector_sizes_),
                       [&](std::size_t d, InstructionId index) { at[d] = index; });
        const Values offset = parts_of(e, which[1], window_);
        for (std::size_t i = 0; i < window_.size(); ++i)
            at[in_window_[i]] = e.binary(Opcode::Add, at[in_window_[i]], offset[i]);
        return {fits, at};
    }
    InstructionId argument(Expansion& e, std::size_t i, InstructionId value) const {
        const Computation& computation = e.computation(combine_);
        return e.convert(computation[computation.parameters[i]].shape.type, value);
    }

    const ScatterDimensions& scatter_;
    const IndexVectors vectors_;
    const std::size_t arrays_;
    const std::vector<std::int64_t> dims_, updates_, vector_sizes_;
    std::vector<std::int64_t> window_;         // sizes
    const std::vector<std::size_t> in_window_; // dimensions of the arrays
    const ComputationId combine_;
};

} // namespace

InstructionId sort_loop(Expansion& e) {
    const std::vector<std::int64_t> dims = e.shape_of(e.operand(0)).dims;
    const std::vector<std::int64_t>& along = e.attributes().dimensions;
    const std::int64_t length = dims[static_cast<std::size_t>(along[0])];
    Values arrays = e.instruction().operands;
    if (product(dims) == 0 || length == 1) return one_or_tuple(e, std::move(arrays));
    const std::vector<std::size_t> others = other_dimensions(along, dims.size());
    const std::int64_t lines = product(dims) / length;
    for (InstructionId& array : arrays)
        array = as_matrix(e, array, others, {static_cast<std::size_t>(along[0])}, lines);
    const ComputationId before = e.called(0, false);
    arrays = e.loop(lines, std::move(arrays), {},
                    [&](Expansion& inside, InstructionId line, const Values& state, const Values&) {
                        const Values start = {inside.convert(ElementType::S64, line), number(inside, 0)};
                        Values elements;
                        for (const InstructionId array : state)
                            elements.push_back(inside.reshape(inside.piece(array, start, {1, length}), {length}));
                        elements = lines_in_order(inside, before, std::move(elements));
                        for (std::size_t i = 0; i < state.size(); ++i)
                            elements[i] = inside.with_piece(state[i], start, inside.reshape(elements[i], {1, length}));
                        return elements;
                    });
    std::vector<std::int64_t> permuted, back(dims.size());
    for (const std::size_t d : others) {
        back[d] = std::ssize(permuted);
        permuted.push_back(dims[d]);
    }
    back[static_cast<std::size_t>(along[0])] = std::ssize(permuted);
    permuted.push_back(length);
    for (InstructionId& array : arrays) array = e.transpose(e.reshape(array, permuted), back);
    return one_or_tuple(e, std::move(arrays));
}

InstructionId scatter_loop(Expansion& e) {
    const std::size_t count = e.instruction().operands.size() / 2;
    Values arrays(e.instruction().operands.begin(),
                  e.instruction().operands.begin() + static_cast<std::ptrdiff_t>(count));
    const ScatterLoop loop(e);
    if (loop.rounds() == 0) return one_or_tuple(e, std::move(arrays));
    const auto round = [&](Expansion& inside, InstructionId number, const Values& state, const Values& read) {
        return loop.round(inside, number, state, read);
    };
    return one_or_tuple(e, e.loop(loop.rounds(), std::move(arrays), loop.read(e), round));
}

InstructionId select_and_scatter_loop(Expansion& e) {
    const Window& window = e.attributes().window;
    const std::vector<std::int64_t> dims = e.shape_of(e.operand(0)).dims, places = e.shape_of(e.operand(1)).dims;
    const ElementType type = e.shape().type;
    const InstructionId untouched = e.broadcast(e.operand(2), {product(dims)});
    if (product(dims) == 0 || product(places) == 0) return e.reshape(untouched, dims);
    std::vector<std::int64_t> sizes;
    for (const WindowDimension& w : window) sizes.push_back(w.size);
    const ComputationId select = e.called(0, false), scatter = e.called(1, false);
    // The selected element and its offset, -1 at first; `given`: the operand, and the place of the window.
    const auto see = [&](Expansion& round, InstructionId point, const Values& state, const Values& given) {
        const Values place = parts_of(round, given[1], places);
        const SeenElement seen =
            seen_element(round, window, dims, place, parts_of(round, round.convert(ElementType::S64, point), sizes));
        const InstructionId offset = linear_of(round, seen.index, dims), element = round.element(given[0], {offset});
        const InstructionId some = round.compare(ComparisonDirection::Ge, state[1], number(round, 0));
        const InstructionId no = round.number(Shape::scalar(ElementType::Pred), 0);
        const InstructionId stays =
            round.only_if(round.binary(Opcode::And, seen.holds, some), {state[0], element}, {no},
                          [&](Expansion& branch, const Values& values) { return branch.call(select, values); })[0];
        const InstructionId takes = round.binary(Opcode::And, seen.holds, round.unary(Opcode::Not, stays));
        return Values{round.select(takes, element, state[0]), round.select(takes, offset, state[1])};
    };
    const auto at_place = [&](Expansion& inside, InstructionId number_of_place, const Values& state,
                              const Values& given) {
        const InstructionId place = inside.convert(ElementType::S64, number_of_place);
        const Values selected = inside.loop(product(sizes), {inside.number(Shape::scalar(type), 0), number(inside, -1)},
                                            {given[0], place}, see);
        const InstructionId offset = selected[1], present = inside.element(state[0], {offset});
        const Values next =
            inside.only_if(inside.compare(ComparisonDirection::Ge, offset, number(inside, 0)),
                           {present, inside.element(given[1], {place})}, {present},
                           [&](Expansion& branch, const Values& values) { return branch.call(scatter, values); });
        return Values{inside.with_element(state[0], {offset}, next[0])};
    };
    const Values read = {e.reshape(e.operand(0), {product(dims)}), e.reshape(e.operand(1), {product(places)})};
    return e.reshape(e.loop(product(places), {untouched}, read, at_place)[0], dims);
}

} // namespace hlo2cpp
