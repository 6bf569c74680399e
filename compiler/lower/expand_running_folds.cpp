// A reduce-window whose windows reach from one edge of a dimension to every element of it (a cumulative sum) is a loop
// along the dimension that keeps the fold so far: linear work instead of quadratic.
#include <algorithm>
#include <limits>
#include <numeric>

#include "linalg/loop_code.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastLength = 8; // shorter ones are computed where they are used

struct RunningFold {
    std::optional<Opcode> combiner;    // if the computation is this one op
    std::int64_t outer, length, inner; // sizes before the dimension, of it, and behind it
    bool reverse;                      // from the end
};

bool sees_one(const WindowDimension& w) {
    return w.size == 1 && w.stride == 1 && w.padding_low == 0 && w.padding_high == 0 && w.base_dilation == 1;
}

bool sees_all_up_to(const WindowDimension& w, std::int64_t length) {
    const bool plain = w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1 && w.size >= length;
    return plain && std::minmax(w.padding_low, w.padding_high) == std::minmax<std::int64_t>(0, w.size - 1);
}

// Matches a fold along one dimension: any computation from the front, which keeps the order; one op from the end, too.
std::optional<RunningFold> running_fold(const Module& module, const ComputationBuilder& builder,
                                        const Instruction& instruction) {
    const Shape& shape = builder[instruction.operands[0]].shape;
    const Window& window = instruction.attributes.window;
    const auto along = std::ranges::find_if_not(window, sees_one);
    if (along == window.end() || shape.elements() > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    const auto begin = shape.dims.begin(), at = begin + (along - window.begin());
    if (*at < kLeastLength || !sees_all_up_to(*along, *at) || !std::all_of(along + 1, window.end(), sees_one))
        return std::nullopt;
    const auto product = [](auto from, auto to) {
        return std::accumulate(from, to, std::int64_t{1}, std::multiplies<>());
    };
    const RunningFold fold{.combiner = simple_combiner(module[instruction.called[0]]),
                           .outer = product(begin, at),
                           .length = *at,
                           .inner = product(at + 1, shape.dims.end()),
                           .reverse = along->padding_low == 0};
    return fold.combiner || !fold.reverse ? std::optional(fold) : std::nullopt;
}

class Expander {
public:
    Expander(const RunningFold& fold, Expansion& e) : fold_(fold), e_(e) {
        if (!fold.combiner) called_ = e.called(0, folds_wide(e.shape()));
    }

    InstructionId expand() const {
        const std::size_t count = e_.instruction().operands.size() / 2;
        LoopCode code(e_);
        Variables arrays, initial;
        for (std::size_t i = 0; i < count; ++i) {
            const ElementType type = number_type(result(i).type);
            const InstructionId x = e_.convert(type, e_.operand(i));
            arrays.push_back(code.array(e_.reshape(x, {fold_.outer, fold_.length, fold_.inner})));
            initial.push_back(code.variable(code.wrap(e_.convert(type, e_.operand(count + i)))));
        }
        const auto fold = [&](LoopCode& c, LoopIndex o) {
            if (fold_.inner == 1)
                along_line(c, arrays, initial, o);
            else
                along_rows(c, arrays, initial, o);
        };
        if (fold_.outer == 1)
            fold(code, 0);
        else
            code.loop(0, fold_.outer, fold);
        Expansion::Values results;
        for (std::size_t i = 0; i < count; ++i)
            results.push_back(e_.convert(result(i).type, e_.reshape(code.value(arrays[i]), result(i).dims)));
        return e_.shape().is_tuple() ? e_.tuple(std::move(results)) : results[0];
    }

private:
    using Variables = std::vector<Variable>;
    using Scalars = std::vector<Scalar>;

    const Shape& result(std::size_t i) const { return e_.shape().is_tuple() ? e_.shape().tuple[i] : e_.shape(); }

    Scalars combined(LoopCode& code, const Scalars& folded, const Scalars& elements) const {
        Expansion& e = code.expansion();
        if (fold_.combiner) return {code.wrap(e.binary(*fold_.combiner, folded[0].id, elements[0].id))};
        Expansion::Values arguments;
        for (const Scalars* scalars : {&folded, &elements})
            for (const Scalar& scalar : *scalars) arguments.push_back(scalar.id);
        Scalars results;
        for (const InstructionId id : e.call(called_, arguments)) results.push_back(code.wrap(id));
        return results;
    }

    static Scalars values(LoopCode& code, const Variables& variables) {
        Scalars scalars;
        for (const Variable variable : variables) scalars.push_back(code[variable]);
        return scalars;
    }
    static Scalars elements(LoopCode& code, const Variables& arrays, LoopCode::Indices place) {
        Scalars scalars;
        for (const Variable array : arrays) scalars.push_back(code.at(array, place));
        return scalars;
    }
    static void put(LoopCode& code, const Variables& arrays, LoopCode::Indices place, const Scalars& scalars) {
        for (std::size_t i = 0; i < arrays.size(); ++i) code.put(arrays[i], place, scalars[i]);
    }

    // Calls body(code, i) for the places of the dimension in their order, from number `first` on.
    void each_place(LoopCode& code, std::int64_t first, const LoopCode::IndexedBody& body) const {
        if (fold_.reverse)
            code.loop_down(fold_.length - 1 - first, 0, body);
        else if (fold_.combiner)
            code.loop_in_any_order(first, fold_.length, body);
        else
            code.loop(first, fold_.length, body);
    }
    // Folds along a line, element by element.
    void along_line(LoopCode& code, const Variables& arrays, const Variables& initial, LoopIndex o) const {
        Variables folded;
        for (const Scalar scalar : values(code, initial)) folded.push_back(code.variable(scalar));
        each_place(code, 0, [&](LoopCode& c, Variable i) {
            const Scalars next = combined(c, values(c, folded), elements(c, arrays, {o, i, 0}));
            for (std::size_t k = 0; k < folded.size(); ++k) c.set(folded[k], next[k]);
            put(c, arrays, {o, i, 0}, next);
        });
    }
    // Folds along rows, row by row.
    void along_rows(LoopCode& code, const Variables& arrays, const Variables& initial, LoopIndex o) const {
        const std::int64_t edge = fold_.reverse ? fold_.length - 1 : 0, step = fold_.reverse ? 1 : -1;
        code.loop(0, fold_.inner, [&](LoopCode& c, Variable j) {
            put(c, arrays, {o, edge, j}, combined(c, values(c, initial), elements(c, arrays, {o, edge, j})));
        });
        each_place(code, 1, [&](LoopCode& c, Variable i) {
            const Variable before = c.variable(c[i] + c.index(step));
            c.loop(0, fold_.inner, [&](LoopCode& d, Variable j) {
                const Scalars folded = elements(d, arrays, {o, before, j});
                put(d, arrays, {o, i, j}, combined(d, folded, elements(d, arrays, {o, i, j})));
            });
        });
    }

    RunningFold fold_;
    Expansion& e_;
    ComputationId called_;
};

} // namespace

bool expand_running_folds(Module& module) {
    return replace_each(module, Opcode::ReduceWindow, [&](Expansion& e) -> std::optional<InstructionId> {
        const std::optional<RunningFold> fold = running_fold(module, e.builder(), e.instruction());
        if (!fold) return std::nullopt;
        return Expander(*fold, e).expand();
    });
}

} // namespace hlo2cpp
