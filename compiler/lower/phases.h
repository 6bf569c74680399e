// The phases of a convolution over an input with holes between its elements.
#pragma once

#include <optional>
#include <vector>

#include "ops/expansion.h"

namespace hlo2cpp {

// True if the instruction is a convolution that phases compute with less work.
bool has_phases(const Instruction& instruction);

// A convolution over an input with base dilation D (a transposed convolution) multiplies mostly zeros. Its results at
// D q + a, for one a, see only every D-th tap of the window: they are a convolution of their own, without holes. Along
// one dimension, with padding p in front and 0 <= k0 < D, (p - a - k0) % D = 0:
//
//     y[D q + a] = sum over j of x[q + j - (p - a - k0) / D] * w[k0 + D j]
//
// If all phases of the dimension in front of the features have the same taps, they are one convolution to D times as
// many features.
class Phases {
public:
    explicit Phases(Instruction convolution);

    std::size_t count() const { return phases_.size(); }
    // The convolution of phase i, which `e` replaces a part of; zeros where no tap sees it.
    InstructionId convolution(Expansion& e, std::size_t i) const;
    // Phase i of an array of the result's sizes; a scalar is the same in all.
    InstructionId cut(Expansion& e, InstructionId array, std::size_t i) const;
    // An array of all phases, in their places.
    InstructionId joined(Expansion& e, const std::vector<InstructionId>& pieces) const;
    std::vector<std::int64_t> piece_dims(std::size_t i) const; // sizes of phase i

private:
    using Phase = std::vector<std::int64_t>; // a of each dimension of the window

    // Taps of a window's dimension that phase a sees.
    struct Taps {
        std::int64_t first = 0; // of the window; none are seen if it is behind
        std::int64_t count = 0;
        std::int64_t padding_low = 0;
    };
    Taps taps(std::size_t d, std::int64_t phase) const;

    std::size_t output(std::size_t d) const { return static_cast<std::size_t>(dims_.output_spatial[d]); }
    bool has_holes(std::size_t d) const { return window_[d].base_dilation > 1; }
    bool is_folded(std::size_t d) const { return folded_ == d; }
    bool is_cut(std::size_t d) const { return has_holes(d) && !is_folded(d); }
    std::vector<std::int64_t> joined_dims() const;
    std::optional<std::size_t> folded_dimension() const;
    bool next(Phase& phase) const;
    InstructionId kernel(Expansion& e, const Phase& phase) const;
    InstructionId folded_kernel(Expansion& e, InstructionId kernel) const;
    bool is_repeated(const Instruction& array) const;
    InstructionId cut_broadcast(Expansion& e, const Instruction& array, const std::vector<std::int64_t>& dims) const;
    InstructionId written(Expansion& e, InstructionId array, InstructionId piece, const Phase& phase) const;

    const Instruction convolution_;
    const Window window_;
    const ConvolutionDimensions dims_;
    const std::optional<std::size_t> folded_; // into the features
    std::vector<Phase> phases_;
};

} // namespace hlo2cpp
