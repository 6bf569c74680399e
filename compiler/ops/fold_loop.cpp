#include "ops/fold_loop.h"

#include "ops/combiner.h"
#include "ops/expansion.h"
#include "ops/loop_index.h"
#include "ops/scan_window.h"

namespace hlo2cpp {
namespace {

using Values = Expansion::Values;

// Parts of a fold.
struct LoopFold {
    std::size_t arrays = 0;
    std::vector<ElementType> results, folded; // types
    Shape result;                             // sizes
    ComputationId combine;
};

LoopFold parts_of_fold(Expansion& e) {
    LoopFold fold{.arrays = e.instruction().operands.size() / 2};
    for (std::size_t i = 0; i < fold.arrays; ++i) {
        const Shape& result = e.shape().is_tuple() ? e.shape().tuple[i] : e.shape();
        fold.results.push_back(result.type);
        fold.folded.push_back(number_type(result.type));
        fold.result = result;
    }
    fold.combine = e.called(0, folds_wide(e.shape()));
    return fold;
}

Values initial_values(Expansion& e, const LoopFold& fold) {
    Values values;
    for (std::size_t i = 0; i < fold.arrays; ++i)
        values.push_back(e.convert(fold.folded[i], e.operand(fold.arrays + i)));
    return values;
}

InstructionId results_of(Expansion& e, const LoopFold& fold, const Values& values) {
    Values results;
    for (std::size_t i = 0; i < fold.arrays; ++i) results.push_back(e.reshape(values[i], fold.result.dims));
    return fold.arrays == 1 ? results[0] : e.tuple(std::move(results));
}

// Folds the elements of the arrays at `start` into the accumulators.
Values combined(Expansion& e, const LoopFold& fold, Values accumulators, const Values& arrays, const Values& start) {
    for (std::size_t i = 0; i < fold.arrays; ++i)
        accumulators.push_back(e.convert(fold.folded[i], e.element(arrays[i], start)));
    return e.call(fold.combine, accumulators);
}

// Results with the initial value at every place.
Values untouched(Expansion& e, const LoopFold& fold) {
    Values results;
    for (std::size_t i = 0; i < fold.arrays; ++i)
        results.push_back(
            e.broadcast(e.convert(fold.results[i], e.operand(fold.arrays + i)), {product(fold.result.dims)}));
    return results;
}

// Runs `fold_one`, which gives the accumulators of one place, for all places, and collects its values in arrays. `read`
// has its other inputs, the initial values first.
Values for_all_places(Expansion& e, const LoopFold& fold, const Values& read,
                      const std::function<Values(Expansion&, InstructionId place, const Values& read)>& fold_one) {
    const std::int64_t places = product(fold.result.dims);
    if (places == 0) return untouched(e, fold);
    return e.loop(places, untouched(e, fold), read,
                  [&](Expansion& inside, InstructionId place, const Values& state, const Values& outside) {
                      const Values values = fold_one(inside, place, outside);
                      Values next;
                      for (std::size_t i = 0; i < fold.arrays; ++i)
                          next.push_back(
                              inside.with_element(state[i], {place}, inside.convert(fold.results[i], values[i])));
                      return next;
                  });
}

Values first(const Values& values, std::size_t count) {
    return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}
Values behind(const Values& values, std::size_t count) {
    return {values.begin() + static_cast<std::ptrdiff_t>(count), values.end()};
}

// Each fold of a scan goes on with the one before it: a loop over lines, and one along each.
InstructionId scan_loop(Expansion& e, const LoopFold& fold, std::size_t dimension) {
    const auto begin = fold.result.dims.begin(), at = begin + static_cast<std::ptrdiff_t>(dimension);
    const std::int64_t outer = product({begin, at}), inner = product({at + 1, fold.result.dims.end()});
    const std::vector<std::int64_t> sizes = {outer, *at, inner};
    Values results, given = initial_values(e, fold);
    for (std::size_t i = 0; i < fold.arrays; ++i) {
        results.push_back(e.broadcast(e.convert(fold.results[i], e.operand(fold.arrays + i)), sizes));
        given.push_back(e.reshape(e.operand(i), sizes));
    }
    const auto next_point = [&](Expansion& round, InstructionId point, const Values& state, const Values& outside) {
        const Values line = parts_of(round, round.convert(ElementType::S64, outside.back()), {outer, inner});
        const Values place = {line[0], round.convert(ElementType::S64, point), line[1]};
        const Values folded = combined(round, fold, behind(state, fold.arrays), first(outside, fold.arrays), place);
        Values next;
        for (std::size_t i = 0; i < fold.arrays; ++i)
            next.push_back(round.with_element(state[i], place, round.convert(fold.results[i], folded[i])));
        next.insert(next.end(), folded.begin(), folded.end());
        return next;
    };
    const auto next_line = [&](Expansion& inside, InstructionId line, const Values& state, const Values& outside) {
        Values states = state, arrays = behind(outside, fold.arrays);
        states.insert(states.end(), outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(fold.arrays));
        arrays.push_back(line);
        return first(inside.loop(sizes[1], states, arrays, next_point), fold.arrays);
    };
    return results_of(e, fold, e.loop(outer * inner, results, given, next_line));
}

} // namespace

InstructionId reduce_loop(Expansion& e) {
    const LoopFold fold = parts_of_fold(e);
    const std::vector<std::int64_t> dims = e.shape_of(e.operand(0)).dims;
    std::vector<bool> reduced(dims.size());
    for (const std::int64_t d : e.attributes().dimensions) reduced[static_cast<std::size_t>(d)] = true;
    std::vector<std::int64_t> order; // kept dimensions first
    for (const bool pass : {false, true})
        for (std::size_t d = 0; d < dims.size(); ++d)
            if (reduced[d] == pass) order.push_back(static_cast<std::int64_t>(d));
    const std::int64_t places = product(fold.result.dims);
    std::int64_t points = 1;
    for (const std::int64_t d : e.attributes().dimensions) points *= dims[static_cast<std::size_t>(d)];
    Values read = initial_values(e, fold);
    for (std::size_t i = 0; i < fold.arrays; ++i)
        read.push_back(e.reshape(e.transpose(e.operand(i), order), {places, points}));
    const auto fold_one = [&](Expansion& inside, InstructionId place, const Values& outside) {
        Values arrays = behind(outside, fold.arrays);
        if (points == 0) return first(outside, fold.arrays);
        arrays.push_back(place);
        return inside.loop(points, first(outside, fold.arrays), arrays,
                           [&](Expansion& round, InstructionId point, const Values& state, const Values& given) {
                               const InstructionId at = round.convert(round.shape_of(point).type, given.back());
                               return combined(round, fold, state, first(given, fold.arrays), {at, point});
                           });
    };
    return results_of(e, fold, for_all_places(e, fold, read, fold_one));
}

InstructionId reduce_window_loop(Expansion& e) {
    const LoopFold fold = parts_of_fold(e);
    const std::vector<std::int64_t> dims = e.shape_of(e.operand(0)).dims;
    const Window& window = e.attributes().window;
    const std::optional<ScanWindow> scan = scan_window(e.module(), e.instruction());
    if (scan && product(dims) > 0) return scan_loop(e, fold, scan->dimension);
    std::int64_t points = 1;
    for (const WindowDimension& w : window) points *= w.size;
    Values read = initial_values(e, fold);
    for (std::size_t i = 0; i < fold.arrays; ++i) read.push_back(e.operand(i));
    if (product(dims) == 0) return results_of(e, fold, untouched(e, fold)); // no place sees an element
    std::vector<std::int64_t> sizes;
    for (const WindowDimension& w : window) sizes.push_back(w.size);
    const auto fold_point = [&](Expansion& round, InstructionId point, const Values& state, const Values& given) {
        const Values place = parts_of(round, round.convert(ElementType::S64, given.back()), fold.result.dims);
        const Values part = parts_of(round, round.convert(ElementType::S64, point), sizes);
        const SeenElement seen = seen_element(round, window, dims, place, part);
        Values arguments = state;
        const Values arrays = first(given, fold.arrays);
        arguments.insert(arguments.end(), arrays.begin(), arrays.end());
        arguments.insert(arguments.end(), seen.index.begin(), seen.index.end());
        return round.only_if(seen.holds, arguments, state, [&](Expansion& branch, const Values& values) {
            return combined(branch, fold, first(values, fold.arrays), first(behind(values, fold.arrays), fold.arrays),
                            behind(values, 2 * fold.arrays));
        });
    };
    return results_of(e, fold,
                      for_all_places(e, fold, read, [&](Expansion& inside, InstructionId place, const Values& outside) {
                          Values given = behind(outside, fold.arrays);
                          given.push_back(place);
                          return inside.loop(points, first(outside, fold.arrays), given, fold_point);
                      }));
}

} // namespace hlo2cpp
