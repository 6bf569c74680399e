#include "lower/line_image.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

// In multiply-adds of vectors: an element that is copied along a row, one that changes its place among features, and a
// product of a point at the end of a row where vectors run along rows.
constexpr double kCopied = 0.3, kMoved = 0.7, kAtEnd = 1.5;
// Of f16 and bf16, also: an element that is needed in all lanes, as f32.
constexpr double kWidened = 0.3, kHalfAtEnd = 4;
// Of a convolution of each feature alone: each product loads a vector, from anywhere, for itself.
constexpr double kAlone = 2;
constexpr double kGain = 0.85; // of the time that it takes as it is, at most

std::size_t at(std::int64_t dimension) {
    return static_cast<std::size_t>(dimension);
}

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

std::vector<std::int64_t> planes_order(std::int64_t batch, std::int64_t feature,
                                       const std::vector<std::int64_t>& spatial) {
    return {batch, feature, spatial[0], spatial[1]};
}

std::vector<std::int64_t> input_order(const ConvolutionDimensions& dims) {
    return planes_order(dims.input_batch, dims.input_feature, dims.input_spatial);
}

// The array of which `input` is the transpose, where its features lie in front of its pixels.
InstructionId known_planes(const ComputationBuilder& builder, InstructionId input, const ConvolutionDimensions& dims) {
    if (is_identity(input_order(dims))) return input;
    const Instruction* instruction = &builder[input];
    if (instruction->opcode == Opcode::Copy) instruction = &builder[instruction->operands[0]];
    if (instruction->opcode != Opcode::Transpose) return {};
    const bool undone = is_identity(permuted(instruction->attributes.dimensions, input_order(dims)));
    return undone ? instruction->operands[0] : InstructionId();
}

InstructionId stored(Expansion& e, InstructionId array) {
    return e.builder().apply(Opcode::Copy, Shape(e.shape_of(array)), {array});
}

} // namespace

bool LineImage::may_be(const Instruction& convolution) {
    const Attributes& a = convolution.attributes;
    return has_vectors(convolution.shape.type) && a.window.size() == 2 && a.batch_group_count == 1 &&
           convolution.shape.elements() > 0 && a.window[0].size * a.window[1].size > 1 &&
           std::ranges::all_of(a.window, [](const WindowDimension& w) {
               return w.stride == 1 && w.base_dilation == 1 && w.padding_low >= 0 && w.padding_high >= 0;
           });
}

LineImage::LineImage(const ComputationBuilder& builder, const Instruction& convolution)
    : type_(builder[convolution.operands[0]].shape.type), dims_(*convolution.attributes.convolution),
      window_(convolution.attributes.window), outputs_(convolution.shape.dims[at(dims_.output_feature)]),
      output_height_(convolution.shape.dims[at(dims_.output_spatial[0])]),
      output_width_(convolution.shape.dims[at(dims_.output_spatial[1])]),
      groups_(convolution.attributes.feature_group_count),
      depth_(builder[convolution.operands[1]].shape.elements() / outputs_),
      planes_(known_planes(builder, convolution.operands[0], dims_)) {
    const Shape& input = builder[convolution.operands[0]].shape;
    batch_ = input.dims[at(dims_.input_batch)];
    inputs_ = input.dims[at(dims_.input_feature)];
    height_ = input.dims[at(dims_.input_spatial[0])];
    width_ = input.dims[at(dims_.input_spatial[1])];
}

std::int64_t LineImage::rows() const {
    return output_height_ + reach(0) + ceiling(reach(1), pitch()); // the last points read on behind the last row
}

bool LineImage::fits() const {
    return output_width_ > 1 && output_width_ <= pitch();
}

// In multiply-adds of vectors, as all times here.
double LineImage::along_features(std::int64_t lanes) const {
    const std::int64_t vectors =
        is_of_each_feature() ? ceiling(outputs_, lanes) : groups_ * ceiling(outputs_ / groups_, lanes);
    const double products =
        static_cast<double>(batch_ * output_height_ * output_width_ * depth_) * static_cast<double>(vectors);
    const auto read = static_cast<double>(batch_ * inputs_ * height_ * width_);
    return has_halves() && !is_of_each_feature() ? products + kWidened * read : products;
}

// Of a convolution of each feature alone, whose features need not lie innermost.
double LineImage::along_rows(std::int64_t lanes) const {
    const std::int64_t ends = std::min(reach(1), output_width_);
    const auto row = static_cast<double>(ceiling(output_width_ - ends, lanes)) +
                     (has_halves() ? kHalfAtEnd : kAtEnd) * static_cast<double>(ends);
    return static_cast<double>(batch_ * outputs_ * depth_ * output_height_) * row;
}

double LineImage::along_pixels(std::int64_t lanes) const {
    const auto products = static_cast<double>(batch_ * outputs_ * depth_ * ceiling(points(), lanes));
    return is_of_each_feature() ? kAlone * products : products;
}

bool LineImage::pays(std::int64_t lanes) const {
    if (!fits()) return false;
    const auto read = static_cast<double>(batch_ * inputs_ * length());
    const auto written = static_cast<double>(batch_ * outputs_ * output_height_ * output_width_);
    const double own = along_pixels(lanes);
    if (!planes_.valid()) return own + (kCopied + kMoved) * read + kMoved * written < kGain * along_features(lanes);
    const double otherwise =
        is_of_each_feature() ? along_rows(lanes) : along_features(lanes) + kMoved * (read + written);
    return own + kCopied * (read + written) < kGain * otherwise;
}

// [batch, features, line]
InstructionId LineImage::padded(Expansion& e) const {
    const InstructionId planes = planes_.valid() ? planes_ : stored(e, e.transpose(e.operand(0), input_order(dims_)));
    const InstructionId zero = e.number(Shape::array(type_, {}), 0);
    const InstructionId pad =
        e.builder().apply(Opcode::Pad, Shape::array(type_, {batch_, inputs_, rows(), pitch()}), {planes, zero});
    const auto around = [&](std::size_t d, std::int64_t size, std::int64_t padded_size) {
        return PaddingDimension{.low = window_[d].padding_low, .high = padded_size - size - window_[d].padding_low};
    };
    e.builder()[pad].attributes.padding = {{}, {}, around(0, height_, rows()), around(1, width_, pitch())};
    return e.reshape(stored(e, pad), {batch_, inputs_, length()});
}

// [batch, features, rows of taps, points ...]: the line from the first point that each row of taps reads on. These are
// cut from copies of the line that follow each other, each the longer by how much later it begins.
InstructionId LineImage::view(Expansion& e) const {
    const std::int64_t taps = window_[0].size, cut = length() + window_[0].window_dilation * pitch();
    const std::int64_t copies = ceiling(taps * cut, length());
    const InstructionId all = e.spread(padded(e), {batch_, inputs_, copies, length()}, {0, 1, 3});
    const InstructionId chain = e.reshape(all, {batch_, inputs_, copies * length()});
    const InstructionId lines = e.reshape(e.slice(chain, 2, 0, taps * cut), {batch_, inputs_, taps, cut});
    return e.slice(lines, 3, 0, points() + reach(1));
}

InstructionId LineImage::convolution(Expansion& e) const {
    Instruction convolution = e.instruction();
    convolution.operands[0] = view(e);
    convolution.shape = Shape::array(e.shape().type, line_dims());
    ConvolutionDimensions& dims = *convolution.attributes.convolution;
    dims.input_batch = dims.output_batch = 0;
    dims.input_feature = dims.output_feature = 1;
    dims.input_spatial = dims.output_spatial = {2, 3};
    std::vector<WindowDimension>& window = convolution.attributes.window;
    window[0].window_dilation = 1;
    for (WindowDimension& w : window) w.padding_low = w.padding_high = 0;
    return e.builder().add(std::move(convolution));
}

InstructionId LineImage::spread(Expansion& e, InstructionId broadcast) const {
    const Instruction& array = e.builder()[broadcast];
    std::vector<std::int64_t> dimensions = array.attributes.dimensions;
    for (std::int64_t& d : dimensions) d = d == dims_.output_batch ? 0 : 1;
    return e.spread(array.operands[0], line_dims(), dimensions);
}

InstructionId LineImage::pixels(Expansion& e, InstructionId line) const {
    const InstructionId rows = e.reshape(stored(e, line), {batch_, outputs_, output_height_, pitch()});
    return e.transpose(
        e.slice(rows, 3, 0, output_width_),
        inverse_permutation(planes_order(dims_.output_batch, dims_.output_feature, dims_.output_spatial)));
}

} // namespace hlo2cpp
