// A reduce-window whose windows reach from one edge of a dimension to every element of it (a cumulative sum) is a loop
// along the dimension that keeps what it has folded: linear work instead of quadratic.
#include <algorithm>
#include <limits>
#include <numeric>

#include "linalg/code.h"
#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/combiner.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastLength = 8; // shorter ones are computed where they are used

struct RunningFold {
    Opcode combiner;
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

// Of one array, by one op, along one dimension.
std::optional<RunningFold> running_fold(const Module& module, const ComputationBuilder& builder,
                                        const Instruction& instruction) {
    if (instruction.operands.size() != 2) return std::nullopt;
    const std::optional<Opcode> combiner = simple_combiner(module[instruction.called[0]]);
    const Shape& shape = builder[instruction.operands[0]].shape;
    const Window& window = instruction.attributes.window;
    const auto along = std::ranges::find_if_not(window, sees_one);
    if (!combiner || along == window.end() || shape.elements() > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    const auto begin = shape.dims.begin(), at = begin + (along - window.begin());
    if (*at < kLeastLength || !sees_all_up_to(*along, *at) || !std::all_of(along + 1, window.end(), sees_one))
        return std::nullopt;
    const auto product = [](auto from, auto to) {
        return std::accumulate(from, to, std::int64_t{1}, std::multiplies<>());
    };
    return RunningFold{.combiner = *combiner,
                       .outer = product(begin, at),
                       .length = *at,
                       .inner = product(at + 1, shape.dims.end()),
                       .reverse = along->padding_low == 0};
}

class Expander {
public:
    explicit Expander(const RunningFold& fold) : fold_(fold) {}

    InstructionId expand(Expansion& e) const {
        const ElementType type = number_type(e.shape().type);
        Code code(e);
        const InstructionId x = e.convert(type, e.operand(0));
        const Variable a = code.array(e.reshape(x, {fold_.outer, fold_.length, fold_.inner})),
                       initial = code.variable(code.wrap(e.convert(type, e.operand(1))));
        const auto fold = [&](Code& c, Place o) {
            if (fold_.inner == 1)
                along_line(c, a, initial, o);
            else
                along_rows(c, a, initial, o);
        };
        if (fold_.outer == 1)
            fold(code, 0);
        else
            code.loop(0, fold_.outer, fold);
        return e.convert(e.shape().type, e.reshape(code.value(a), e.shape().dims));
    }

private:
    Scalar combined(Code& code, Scalar folded, Scalar element) const {
        return code.wrap(code.expansion().binary(fold_.combiner, folded.id, element.id));
    }
    // Calls body(code, i) for the places of the dimension in their order, from number `first` on.
    void each_place(Code& code, std::int64_t first, const Code::IndexedBody& body) const {
        if (fold_.reverse)
            code.loop_down(fold_.length - 1 - first, 0, body);
        else
            code.loop_in_any_order(first, fold_.length, body);
    }
    // Of one element behind another.
    void along_line(Code& code, Variable a, Variable initial, Place o) const {
        const Variable folded = code.variable(code[initial]);
        each_place(code, 0, [&](Code& c, Variable i) {
            c.set(folded, combined(c, c[folded], c.at(a, {o, i, 0})));
            c.put(a, {o, i, 0}, c[folded]);
        });
    }
    // Of a row behind another.
    void along_rows(Code& code, Variable a, Variable initial, Place o) const {
        const std::int64_t edge = fold_.reverse ? fold_.length - 1 : 0, step = fold_.reverse ? 1 : -1;
        code.loop(0, fold_.inner, [&](Code& c, Variable j) {
            c.put(a, {o, edge, j}, combined(c, c[initial], c.at(a, {o, edge, j})));
        });
        each_place(code, 1, [&](Code& c, Variable i) {
            const Variable before = c.variable(c[i] + c.index(step));
            c.loop(0, fold_.inner, [&](Code& d, Variable j) {
                d.put(a, {o, i, j}, combined(d, d.at(a, {o, before, j}), d.at(a, {o, i, j})));
            });
        });
    }

    RunningFold fold_;
};

} // namespace

bool expand_running_folds(Module& module) {
    return replace_each(module, Opcode::ReduceWindow, [&](Expansion& e) -> std::optional<InstructionId> {
        const std::optional<RunningFold> fold = running_fold(module, e.builder(), e.instruction());
        if (!fold) return std::nullopt;
        return Expander(*fold).expand(e);
    });
}

} // namespace hlo2cpp
