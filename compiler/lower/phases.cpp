#include "lower/phases.h"
#include "support/index.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostPhasesOfLine = 16;

// A constant, or an array that is stored: it is read as vectors.
InstructionId repeated(Expansion& e, InstructionId array, std::int64_t dimension, std::size_t copies) {
    const Instruction& instruction = e.builder()[array];
    const bool is_line = instruction.shape.elements() == instruction.shape.dims[at(dimension)];
    if (instruction.opcode != Opcode::Constant || !is_line) {
        return e.stored(e.concatenate(Expansion::Values(copies, array), dimension));
    }
    Literal literal = *instruction.literal;
    literal.shape.dims[at(dimension)] *= static_cast<std::int64_t>(copies);
    const std::vector<std::byte> one(literal.bytes.begin(), literal.bytes.end());
    for (std::size_t i = 1; i < copies; ++i) literal.bytes.insert(literal.bytes.end(), one.begin(), one.end());
    return e.builder().constant(std::make_shared<const Literal>(std::move(literal)));
}

} // namespace

bool has_phases(const Instruction& instruction) {
    if (instruction.opcode != Opcode::Convolution || instruction.shape.elements() == 0) return false;
    std::int64_t phases = 1;
    for (const WindowDimension& w : instruction.attributes.window) {
        if (w.base_dilation == 1) continue;
        if (w.stride != 1 || w.window_dilation != 1 || w.base_dilation > kMostPhasesOfLine) return false;
        phases *= w.base_dilation;
        if (phases > kMostPhasesOfLine) return false;
    }
    return phases > 1;
}

Phases::Phases(Instruction convolution)
    : convolution_(std::move(convolution)), window_(convolution_.attributes.window),
      dims_(*convolution_.attributes.convolution), folded_(folded_dimension()) {
    Phase phase(window_.size(), 0);
    do {
        bool has_results = true;
        for (std::size_t d = 0; d < window_.size(); ++d)
            has_results = has_results && phase[d] < convolution_.shape.dims[output(d)];
        if (has_results) phases_.push_back(phase);
    } while (next(phase));
}

std::vector<std::int64_t> Phases::piece_dims(std::size_t i) const {
    std::vector<std::int64_t> dims = joined_dims();
    for (std::size_t d = 0; d < window_.size(); ++d)
        if (is_cut(d))
            dims[output(d)] =
                (dims[output(d)] - phases_[i][d] + window_[d].base_dilation - 1) / window_[d].base_dilation;
    return dims;
}

// Sizes of the joined result, with a folded dimension as part of the features.
std::vector<std::int64_t> Phases::joined_dims() const {
    std::vector<std::int64_t> dims = convolution_.shape.dims;
    if (folded_) {
        dims[output(*folded_)] /= window_[*folded_].base_dilation;
        dims.back() *= window_[*folded_].base_dilation;
    }
    return dims;
}

Phases::Taps Phases::taps(std::size_t d, std::int64_t phase) const {
    const WindowDimension& w = window_[d];
    const std::int64_t holes = w.base_dilation, first = ((w.padding_low - phase) % holes + holes) % holes;
    return {first, first < w.size ? (w.size - first + holes - 1) / holes : 0, (w.padding_low - phase - first) / holes};
}

std::optional<std::size_t> Phases::folded_dimension() const {
    const Attributes& attributes = convolution_.attributes;
    const std::size_t rank = convolution_.shape.rank();
    if (attributes.feature_group_count != 1 || attributes.batch_group_count != 1) return std::nullopt;
    if (at(dims_.output_feature) != rank - 1) return std::nullopt;
    for (std::size_t d = 0; d < window_.size(); ++d) {
        if (!has_holes(d) || output(d) != rank - 2) continue;
        const std::int64_t holes = window_[d].base_dilation;
        if (window_[d].size % holes != 0 || convolution_.shape.dims[output(d)] % holes != 0) return std::nullopt;
        const Taps all = taps(d, 0);
        for (std::int64_t a = 1; a < holes; ++a) {
            const Taps other = taps(d, a);
            if (other.count != all.count || other.padding_low != all.padding_low) return std::nullopt;
        }
        return d;
    }
    return std::nullopt;
}

bool Phases::next(Phase& phase) const {
    for (std::size_t d = phase.size(); d-- > 0;) {
        if (is_cut(d) && ++phase[d] < window_[d].base_dilation) return true;
        phase[d] = 0;
    }
    return false;
}

// The taps that a phase sees.
InstructionId Phases::kernel(Expansion& e, const Phase& phase) const {
    InstructionId kernel = e.operand(1);
    for (std::size_t d = 0; d < window_.size(); ++d) {
        const WindowDimension& w = window_[d];
        if (!is_cut(d)) continue;
        const Taps seen = taps(d, phase[d]);
        const std::int64_t reach = w.base_dilation * (seen.count - 1);
        // A reversed window reads its kernel from the end.
        const std::int64_t begin = w.reversal ? w.size - 1 - seen.first - reach : seen.first;
        kernel = e.slice(kernel, at(dims_.kernel_spatial[d]), begin, begin + reach + 1, w.base_dilation);
    }
    return folded_ ? folded_kernel(e, kernel) : kernel;
}

// Phase a of D sees the taps D j + D - 1 - a, which go from [taps] to [j], and a in front of the features.
InstructionId Phases::folded_kernel(Expansion& e, InstructionId kernel) const {
    const WindowDimension& w = window_[*folded_];
    const std::int64_t taps = dims_.kernel_spatial[*folded_], features = dims_.kernel_output_feature;
    std::vector<std::int64_t> split = e.shape_of(kernel).dims, order, joined = split;
    split[at(taps)] /= w.base_dilation;
    split.insert(split.begin() + taps + 1, w.base_dilation);
    kernel = e.reshape(kernel, split);
    if (!w.reversal) kernel = e.reverse(kernel, taps + 1);
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(joined.size()); ++d) {
        if (d == features) order.push_back(taps + 1);
        order.push_back(d > taps ? d + 1 : d);
    }
    joined[at(taps)] /= w.base_dilation;
    joined[at(features)] *= w.base_dilation;
    return e.reshape(e.transpose(kernel, order), joined);
}

InstructionId Phases::convolution(Expansion& e, std::size_t i) const {
    const Shape shape = Shape::array(convolution_.shape.type, piece_dims(i));
    Instruction piece = convolution_;
    for (std::size_t d = 0; d < window_.size(); ++d) {
        if (!has_holes(d)) continue;
        const Taps seen = taps(d, phases_[i][d]);
        if (seen.count == 0) return e.number(shape, 0);
        const std::int64_t input = e.shape_of(e.operand(0)).dims[at(dims_.input_spatial[d])];
        WindowDimension& w = piece.attributes.window[d];
        w.size = seen.count;
        w.base_dilation = 1;
        w.padding_low = seen.padding_low;
        w.padding_high = shape.dims[output(d)] + seen.count - 1 - input - seen.padding_low;
    }
    piece.operands = {e.operand(0), kernel(e, phases_[i])};
    piece.shape = shape;
    return e.builder().add(std::move(piece));
}

// A broadcast that is the same in all phases.
bool Phases::is_repeated(const Instruction& array) const {
    if (array.opcode != Opcode::Broadcast) return false;
    const std::vector<std::int64_t>& kept = array.attributes.dimensions;
    for (std::size_t d = 0; d < window_.size(); ++d)
        if (has_holes(d) && std::ranges::find(kept, dims_.output_spatial[d]) != kept.end()) return false;
    return true;
}

InstructionId Phases::cut(Expansion& e, InstructionId array, std::size_t i) const {
    const Instruction& whole = e.builder()[array];
    if (whole.shape.is_scalar()) return array;
    if (is_repeated(whole)) return cut_broadcast(e, whole, piece_dims(i));
    for (std::size_t d = 0; d < window_.size(); ++d) {
        const std::int64_t end = e.shape_of(array).dims[output(d)];
        if (is_cut(d)) array = e.slice(array, output(d), phases_[i][d], end, window_[d].base_dilation);
    }
    return e.reshape(array, piece_dims(i));
}

InstructionId Phases::cut_broadcast(Expansion& e, const Instruction& array,
                                    const std::vector<std::int64_t>& dims) const {
    const std::vector<std::int64_t> dimensions = array.attributes.dimensions;
    InstructionId operand = array.operands[0];
    const auto features = std::ranges::find(dimensions, dims_.output_feature);
    if (folded_ && features != dimensions.end()) {
        const auto copies = at(window_[*folded_].base_dilation);
        operand = repeated(e, operand, features - dimensions.begin(), copies);
    }
    return e.spread(operand, dims, dimensions);
}

InstructionId Phases::joined(Expansion& e, const std::vector<InstructionId>& pieces) const {
    InstructionId result = pieces[0];
    if (count() > 1) {
        result = e.number(Shape::array(e.shape_of(pieces[0]).type, joined_dims()), 0);
        for (std::size_t i = 0; i < count(); ++i) result = written(e, result, pieces[i], phases_[i]);
    }
    return e.reshape(result, convolution_.shape.dims);
}

InstructionId Phases::written(Expansion& e, InstructionId array, InstructionId piece, const Phase& phase) const {
    const std::size_t rank = e.shape_of(array).rank();
    std::vector<std::int64_t> start(rank, 0), strides(rank, 1);
    for (std::size_t d = 0; d < window_.size(); ++d) {
        if (!is_cut(d)) continue;
        start[output(d)] = phase[d];
        strides[output(d)] = window_[d].base_dilation;
    }
    Expansion::Values indices;
    for (const std::int64_t index : start)
        indices.push_back(e.integer(Shape::scalar(ElementType::S32), static_cast<std::uint64_t>(index)));
    return e.with_piece(array, indices, piece, strides);
}

} // namespace hlo2cpp
