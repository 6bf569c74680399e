#include "lower/window_padding.h"

#include <algorithm>
#include <cmath>

#include "evaluate/tensor.h"
#include "lower/known_extremum.h"
#include "lower/simplify.h"
#include "ops/combiner.h"
#include "rewrite/combiner_algebra.h"
#include "rewrite/folding.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

// True if `holds` is true of each element; of a complex one, of both parts.
template <typename Holds>
bool all_parts(const Literal& literal, Holds&& holds) {
    const Tensor tensor = to_tensor(literal);
    if (is_complex(literal.shape.type))
        return std::ranges::all_of(tensor.complexes(),
                                   [&](const auto& value) { return holds(value.real()) && holds(value.imag()); });
    if (is_float(literal.shape.type)) return std::ranges::all_of(tensor.reals(), holds);
    return std::ranges::all_of(tensor.integers(), [&](std::int64_t value) { return holds(value == 0 ? 0.0 : 1.0); });
}

bool is_zero(double value) {
    return value == 0;
}
bool is_negative(double value) {
    return std::signbit(value);
}

// Zero times one that is infinite is no zero.
bool are_known_infinite(const Computation& computation, InstructionId weights) {
    const Instruction& constant = computation[weights];
    const Literal* literal =
        constant.opcode == Opcode::Constant ? constant.literal.get() : splat_of(computation, weights);
    return literal != nullptr && !all_parts(*literal, [](double value) { return std::isfinite(value); });
}

// x + -0 = x; so is x + 0 unless x is -0, which no sum is that starts elsewhere.
bool adds_nothing(const Literal& value, const Literal* initial) {
    if (!all_parts(value, is_zero)) return false;
    return all_parts(value, is_negative) || (initial != nullptr && all_parts(*initial, [](double part) {
                                                 return !is_zero(part) || !is_negative(part);
                                             }));
}

bool sees_elements_alone(const Window& window) {
    return std::ranges::all_of(window, [](const WindowDimension& w) {
        return w.size > 0 && w.padding_low <= 0 && w.padding_high <= 0 && w.base_dilation == 1;
    });
}

// The initial value with which a reduce-window may skip elements that are `value`, null for its own; nothing if it may
// not.
std::optional<LiteralPtr> initial_without(const Module& module, const Computation& computation, const Instruction& fold,
                                          const Literal& value) {
    if (fold.operands.size() != 2) return std::nullopt;
    const std::optional<Opcode> combiner = simple_combiner(module[fold.called[0]]);
    if (!combiner) return std::nullopt;
    const LiteralPtr neutral = neutral_element(*combiner, value.shape.type);
    if (neutral && neutral->bytes == value.bytes) return nullptr;
    const Literal* initial = splat_of(computation, fold.operands[1]);
    if (combiner == Opcode::Add)
        return adds_nothing(value, initial) ? std::optional<LiteralPtr>(nullptr) : std::nullopt;
    if (!is_idempotent(*combiner) || initial == nullptr || initial->shape.type != value.shape.type) return std::nullopt;
    // The initial value is in every window. If it covers the padding, nothing changes without that; else the padding
    // may become part of it, if each window sees an element and each element covers the padding.
    Literal both = folded(module, *combiner, *initial, value);
    if (both.bytes == initial->bytes) return nullptr;
    if (!sees_elements_alone(fold.attributes.window) ||
        !is_within(module, computation, fold.operands[0], *combiner, value))
        return std::nullopt;
    return std::make_shared<const Literal>(std::move(both));
}

// Moves padding around so many elements into the window; returns the padding that is left.
PaddingDimension take(PaddingDimension padding, std::int64_t elements, WindowDimension& window) {
    const std::int64_t step = padding.interior + 1;
    const auto cut = [&](std::int64_t end, std::int64_t added) {
        return end < 0 && added > 0 ? ceil_divide(-end, step) : 0;
    };
    const std::int64_t low = cut(padding.low, window.padding_low), high = cut(padding.high, window.padding_high);
    if (low + high >= elements) return padding;
    window.padding_low += (padding.low + low * step) * window.base_dilation;
    window.padding_high += (padding.high + high * step) * window.base_dilation;
    window.base_dilation *= step;
    return {.low = -low, .high = -high};
}

bool may_skip_zeros(const Computation& computation, const Instruction& convolution, const Literal& value) {
    return all_parts(value, is_zero) && !are_known_infinite(computation, convolution.operands[1]);
}

// Dimension of the array that each dimension of the window moves along.
std::vector<std::size_t> window_dimensions(const Instruction& instruction) {
    std::vector<std::size_t> dimensions;
    for (std::size_t w = 0; w < instruction.attributes.window.size(); ++w)
        dimensions.push_back(instruction.opcode == Opcode::Convolution
                                 ? static_cast<std::size_t>(instruction.attributes.convolution->input_spatial[w])
                                 : w);
    return dimensions;
}

} // namespace

std::optional<WindowPadding> window_padding(const Module& module, const Computation& computation,
                                            const Instruction& instruction, const Padded& padded) {
    WindowPadding result{
        .window = instruction.attributes.window, .left = padded.padding, .value = padded.value, .initial = nullptr};
    const std::vector<std::size_t> dimensions = window_dimensions(instruction);
    for (std::size_t w = 0; w < dimensions.size(); ++w) {
        const std::size_t d = dimensions[w];
        const bool looks_along = instruction.opcode == Opcode::Convolution || result.window[w] != WindowDimension{};
        if (looks_along) result.left[d] = take(padded.padding[d], padded.dims[d], result.window[w]);
    }
    if (result.window == instruction.attributes.window) return std::nullopt;
    if (instruction.opcode == Opcode::Convolution)
        return may_skip_zeros(computation, instruction, *padded.value) ? std::optional(result) : std::nullopt;
    const std::optional<LiteralPtr> initial = initial_without(module, computation, instruction, *padded.value);
    result.initial = initial.value_or(nullptr);
    return initial ? std::optional(result) : std::nullopt;
}

} // namespace hlo2cpp
