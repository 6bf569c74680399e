// A convolution whose input has holes between its elements (base dilation D; a transposed convolution) multiplies
// mostly zeros. Its results at D q + a, for one a, see only every D-th tap of the window: they are a convolution of
// their own, without holes. Along one dimension, with padding p in front and 0 <= k0 < D, (p - a - k0) % D = 0:
//
//     y[D q + a] = sum over j of x[q + j - (p - a - k0) / D] * w[k0 + D j]
//
// Each phase is written into its places of the result, an array [..., q, a, ...] that is zero where a phase has no
// taps.
#include <algorithm>

#include "ir/computation_builder.h"
#include "lower/pass.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostPhases = 16;

std::size_t at(std::int64_t dimension) {
    return static_cast<std::size_t>(dimension);
}

bool has_phases(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Convolution || instruction.shape.elements() == 0) return false;
    std::int64_t phases = 1;
    for (const WindowDimension& w : instruction.attributes.window) {
        if (w.base_dilation == 1) continue;
        if (w.stride != 1 || w.window_dilation != 1 || w.base_dilation > kMostPhases) return false;
        phases *= w.base_dilation;
        if (phases > kMostPhases) return false;
    }
    return phases > 1;
}

class Phases {
public:
    explicit Phases(Expansion& expansion)
        : e_(expansion), window_(expansion.attributes().window), dims_(*expansion.attributes().convolution) {}

    InstructionId expand() {
        const ElementType type = e_.shape().type;
        InstructionId result = e_.number(Shape::array(type, split_dims({})), 0);
        std::vector<std::int64_t> phase(window_.size(), 0);
        do {
            if (const auto piece = convolution(phase)) result = written(result, *piece, phase);
        } while (next(phase));
        std::vector<std::int64_t> whole = e_.shape().dims;
        for (std::size_t d = 0; d < window_.size(); ++d) whole[output(d)] = places(d) * window_[d].base_dilation;
        result = e_.reshape(result, whole);
        for (std::size_t d = 0; d < window_.size(); ++d)
            result = e_.slice(result, output(d), 0, e_.shape().dims[output(d)]);
        return result;
    }

private:
    std::size_t output(std::size_t d) const { return at(dims_.output_spatial[d]); }
    // Of one phase; the last ones may be behind the end of the result.
    std::int64_t places(std::size_t d) const {
        return (e_.shape().dims[output(d)] + window_[d].base_dilation - 1) / window_[d].base_dilation;
    }

    bool next(std::vector<std::int64_t>& phase) const {
        for (std::size_t d = phase.size(); d-- > 0;) {
            if (++phase[d] < window_[d].base_dilation) return true;
            phase[d] = 0;
        }
        return false;
    }

    // [..., places, phases, ...]; with `piece` of one phase, [..., places, 1, ...].
    std::vector<std::int64_t> split_dims(std::optional<std::int64_t> piece) const {
        std::vector<std::int64_t> dims;
        for (std::size_t i = 0; i < e_.shape().rank(); ++i) {
            const auto d = dilated(i);
            dims.push_back(d ? places(*d) : e_.shape().dims[i]);
            if (d) dims.push_back(piece.value_or(window_[*d].base_dilation));
        }
        return dims;
    }
    // The number of the window's dimension that this one of the result is, where it has holes.
    std::optional<std::size_t> dilated(std::size_t dimension) const {
        for (std::size_t d = 0; d < window_.size(); ++d)
            if (output(d) == dimension && window_[d].base_dilation > 1) return d;
        return std::nullopt;
    }

    // Nothing where no tap sees the phase.
    std::optional<InstructionId> convolution(const std::vector<std::int64_t>& phase) {
        InstructionId kernel = e_.operand(1);
        Window window = window_;
        std::vector<std::int64_t> dims = e_.shape().dims;
        for (std::size_t d = 0; d < window.size(); ++d) {
            WindowDimension& w = window[d];
            const std::int64_t holes = w.base_dilation;
            if (holes == 1) continue;
            const std::int64_t first = ((w.padding_low - phase[d]) % holes + holes) % holes;
            const std::int64_t taps = (w.size - first + holes - 1) / holes;
            if (first >= w.size) return std::nullopt;
            // A reversed window reads its kernel from the end.
            const std::int64_t begin = w.reversal ? w.size - 1 - first - holes * (taps - 1) : first;
            kernel = e_.slice(kernel, at(dims_.kernel_spatial[d]), begin, begin + holes * (taps - 1) + 1, holes);
            w.padding_low = (w.padding_low - phase[d] - first) / holes;
            w.padding_high = places(d) + taps - 1 - input_size(d) - w.padding_low;
            w.size = taps;
            w.base_dilation = 1;
            dims[output(d)] = places(d);
        }
        Instruction one = e_.instruction();
        one.operands[1] = kernel;
        one.attributes.window = std::move(window);
        one.shape = Shape::array(e_.shape().type, std::move(dims));
        return e_.builder().add(std::move(one));
    }
    std::int64_t input_size(std::size_t d) const { return e_.shape_of(e_.operand(0)).dims[at(dims_.input_spatial[d])]; }

    InstructionId written(InstructionId array, InstructionId piece, const std::vector<std::int64_t>& phase) {
        std::vector<InstructionId> operands = {array, e_.reshape(piece, split_dims(1))};
        const Shape index = Shape::scalar(ElementType::S32);
        const InstructionId zero = e_.integer(index, 0);
        for (std::size_t i = 0; i < e_.shape().rank(); ++i) {
            operands.push_back(zero);
            if (const auto d = dilated(i)) operands.push_back(e_.integer(index, static_cast<std::uint64_t>(phase[*d])));
        }
        return e_.builder().apply(Opcode::DynamicUpdateSlice, Shape(e_.shape_of(array)), std::move(operands));
    }

    Expansion& e_;
    const Window window_;
    const ConvolutionDimensions dims_;
};

} // namespace

bool split_phases(Module& module) {
    AddedComputations made{module};
    bool changed = false;
    for (Computation& computation : module.computations) {
        if (std::ranges::none_of(computation.instructions, has_phases)) continue;
        changed = true;
        rebuild(computation, [&](ComputationBuilder& builder, Instruction& instruction) {
            if (!has_phases(instruction) || builder[instruction.operands[0]].shape.elements() == 0)
                return builder.add(std::move(instruction));
            Expansion expansion(builder, instruction, made);
            return Phases(expansion).expand();
        });
    }
    return changed;
}

} // namespace hlo2cpp
