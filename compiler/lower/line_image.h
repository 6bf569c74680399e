// A convolution over images whose pixels lie in one line, see pixels_in_line.cpp.
#pragma once

#include <vector>

#include "ops/expansion.h"

namespace hlo2cpp {

class LineImage {
public:
    // True if the convolution has such a line by its form: floats, two dimensions, no holes.
    static bool may_be(const Instruction& convolution);
    // `convolution` has may_be(), and its operands are of the builder.
    LineImage(const ComputationBuilder& builder, const Instruction& convolution);

    // True if vectors of so many lanes along the line take clearly less time than along the features.
    bool pays(std::int64_t lanes) const;

    // The convolution, of sizes line_dims(), in place of the one that `e` replaces.
    InstructionId convolution(Expansion& e) const;
    // A broadcast that is the same for all pixels, of sizes line_dims().
    InstructionId spread(Expansion& e, InstructionId broadcast) const;
    // Result of the original convolution, from a stored array of sizes line_dims().
    InstructionId pixels(Expansion& e, InstructionId line) const;
    std::vector<std::int64_t> line_dims() const { return {batch_, outputs_, 1, points()}; }

private:
    std::int64_t reach(std::size_t d) const { return (window_[d].size - 1) * window_[d].window_dilation; }
    std::int64_t stride(std::size_t d) const { return window_[d].stride; }
    std::int64_t phases(std::size_t d) const { return std::min(stride(d), reach(d) + 1); } // read by points
    std::int64_t shift(std::size_t d) const { return reach(d) / stride(d); }               // in a phase
    std::int64_t pitch() const { return pitch_; }
    std::int64_t least_pitch() const;
    std::int64_t rows() const;                               // of a phase
    std::int64_t length() const { return rows() * pitch(); } // of a phase's line
    std::int64_t points() const { return output_height_ * pitch(); }
    bool has_halves() const { return is_half(type_); }
    bool is_of_each_feature() const { return groups_ == outputs_ && groups_ == inputs_ && groups_ > 1; }
    double along_features(std::int64_t lanes) const;
    double along_rows(std::int64_t lanes) const;
    double along_pixels(std::int64_t lanes) const;
    InstructionId padded(Expansion& e) const;
    InstructionId lines(Expansion& e) const;
    static InstructionId parts(Expansion& e, InstructionId whole, std::int64_t count, std::int64_t distance,
                               std::int64_t size);
    InstructionId view(Expansion& e) const;

    ElementType type_; // of the input
    ConvolutionDimensions dims_;
    Window window_;
    std::int64_t batch_, inputs_, height_, width_, outputs_, output_height_, output_width_, groups_;
    std::int64_t depth_;   // products of a result
    std::int64_t pitch_;   // elements of a row
    InstructionId planes_; // the input with its features in front of the pixels, where that is there already
};

} // namespace hlo2cpp
