// The maximum (or minimum) of a window of several dimensions is found one dimension after the other, with the maxima
// along one dimension stored: KH + KW comparisons, not KH * KW, and the innermost elements are compared once.
//
//     x -> reduce-window KH x KW      becomes      x -> reduce-window KH x 1 -> reduce-window 1 x KW
#include <algorithm>
#include <utility>

#include "lower/pass.h"
#include "lower/replace.h"
#include "ops/combiner.h"
#include "rewrite/combiner_algebra.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

// Number of vectors that a row of so many elements fills.
double vectors(std::int64_t elements, std::int64_t lanes) {
    while (lanes > 1 && lanes > elements) lanes /= 2;
    return static_cast<double>(ceil_divide(elements, lanes));
}

bool is_padded(const WindowDimension& window) {
    return window.padding_low > 0 || window.padding_high > 0;
}

// True if clearly fewer vectors are compared for a result.
bool pays(const Instruction& fold, const std::vector<std::int64_t>& from, std::int64_t lanes) {
    constexpr double kStored = 2, kEdges = 1.2, kSplitGain = 0.95;
    const Window& window = fold.attributes.window;
    const std::vector<std::int64_t>& to = fold.shape.dims;
    const std::int64_t step = window.back().stride;
    const double last = step == 1 ? 1 : step == 2 ? 1.5 : 2.5; // a vector of elements that are apart takes longer
    double whole = is_padded(window.back()) ? kEdges * last : last;
    double split = -kStored, wider = 1; // wider: stored vectors for one vector of the result
    for (std::size_t d = window.size(); d-- > 0;) {
        if (window[d] == WindowDimension{}) continue;
        const bool innermost = d + 1 == window.size();
        const auto size = static_cast<double>(window[d].size);
        whole *= size;
        split += wider * (size * (innermost ? last : 1) + kStored);
        wider *= innermost ? vectors(from[d], lanes) / vectors(to[d], lanes)
                           : static_cast<double>(from[d]) / static_cast<double>(to[d]);
    }
    return split < kSplitGain * whole;
}

bool is_extreme_of_window(const Module& module, const Instruction& instruction) {
    if (instruction.operands.size() != 2) return false;
    const Window& window = instruction.attributes.window;
    const auto looks_along = [](const WindowDimension& w) { return w != WindowDimension{}; };
    if (instruction.shape.elements() == 0 || std::ranges::count_if(window, looks_along) < 2) return false;
    const std::optional<Opcode> combiner = simple_combiner(module[instruction.called[0]]);
    return combiner && is_idempotent(*combiner);
}

// Ends of the stored innermost dimension: its padding is stored, too, so that its lines have no edges. If windows do
// not overlap, exactly the elements that they see are stored, so that all lines are one.
WindowDimension stored_ends(const WindowDimension& window, std::int64_t from, std::int64_t to) {
    if (window.base_dilation != 1) return {};
    const bool apart = (window.size - 1) * window.window_dilation < window.stride;
    const std::int64_t high = apart ? to * window.stride - from - window.padding_low : window.padding_high;
    return {.padding_low = window.padding_low, .padding_high = high};
}

class WindowSplitter {
public:
    explicit WindowSplitter(Expansion& expansion) : e_(expansion), window_(e_.attributes().window) {}

    // Makes one reduce-window a dimension, the outermost first.
    InstructionId split() {
        const std::size_t last = window_.size() - 1;
        WindowDimension ends;
        if (window_[last] != WindowDimension{})
            ends = stored_ends(window_[last], e_.shape_of(e_.operand(0)).dims[last], e_.shape().dims[last]);
        if (ends != WindowDimension{}) window_[last].padding_low = window_[last].padding_high = 0;
        InstructionId result = e_.operand(0);
        for (std::size_t d = 0; d < last; ++d)
            if (window_[d] != WindowDimension{}) result = along(d, result, std::exchange(ends, {}));
        return window_[last] == WindowDimension{} ? result : along(last, result, {});
    }

private:
    InstructionId along(std::size_t d, InstructionId x, const WindowDimension& ends) {
        Instruction line = e_.instruction();
        line.operands[0] = x;
        line.shape.dims = e_.shape_of(x).dims;
        line.shape.dims[d] = e_.shape().dims[d];
        line.shape.dims.back() += ends.padding_low + ends.padding_high;
        Window& window = line.attributes.window;
        std::ranges::fill(window, WindowDimension{});
        window.back() = ends;
        window[d] = window_[d];
        return e_.builder().add(std::move(line));
    }

    Expansion& e_;
    Window window_;
};

} // namespace

bool split_windows(Module& module, std::int64_t vector_bytes) {
    return replace_each(module, Opcode::ReduceWindow, [&](Expansion& e) -> std::optional<InstructionId> {
        const std::int64_t lanes = vector_bytes / byte_size(e.shape().type);
        if (!is_extreme_of_window(module, e.instruction()) ||
            !pays(e.instruction(), e.shape_of(e.operand(0)).dims, lanes))
            return std::nullopt;
        return WindowSplitter(e).split();
    });
}

} // namespace hlo2cpp
