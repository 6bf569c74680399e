#include "lower/line_image.h"

#include <algorithm>
#include <numeric>

#include "support/floor_divide.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

// Costs in multiply-adds of vectors: an element that is copied along a row, one that changes its place among features
// (of a convolution with strides), one that is put into its phase, and a product of a point at the end of a row if
// vectors run along rows.
constexpr double kCopied = 0.3, kMoved = 0.7, kMovedForStrides = 1.3, kInPhase = 1.25, kAtEnd = 1.5;
// Costs of f16 and bf16: an element that is needed in all lanes, converted to f32; and a product at the end of a row.
constexpr double kWidened = 0.3, kHalfAtEnd = 4;
// Factor of a depthwise convolution: each product loads a vector, from anywhere, for itself.
constexpr double kAlone = 2;
// Largest share of the time without the line that still pays; with strides, the estimate is less exact.
constexpr double kGain = 0.85, kGainOfStrides = 0.83;
constexpr std::int64_t kMostPhases = 16; // of larger strides a point reads nearly all phases at one place
constexpr std::int64_t kMostStride = 2;  // of vectors along rows

std::vector<std::int64_t> planes_order(std::int64_t batch, std::int64_t feature,
                                       const std::vector<std::int64_t>& spatial) {
    return {batch, feature, spatial[0], spatial[1]};
}

std::vector<std::int64_t> input_order(const ConvolutionDimensions& dims) {
    return planes_order(dims.input_batch, dims.input_feature, dims.input_spatial);
}

// The array whose transpose `input` is, with its features in front of its pixels.
InstructionId known_planes(const ComputationBuilder& builder, InstructionId input, const ConvolutionDimensions& dims) {
    if (is_identity(input_order(dims))) return input;
    const Instruction* instruction = &builder[input];
    if (instruction->opcode == Opcode::Copy) instruction = &builder[instruction->operands[0]];
    if (instruction->opcode != Opcode::Transpose) return {};
    const bool undone = is_identity(permuted(instruction->attributes.dimensions, input_order(dims)));
    return undone ? instruction->operands[0] : InstructionId();
}

// Writes a piece into its place; an update with strides, even of 1, is always done in place.
InstructionId written(Expansion& e, InstructionId array, const std::vector<std::int64_t>& start, InstructionId piece) {
    Expansion::Values indices;
    for (const std::int64_t index : start)
        indices.push_back(e.integer(Shape::scalar(ElementType::S32), static_cast<std::uint64_t>(index)));
    return e.with_piece(array, indices, piece, std::vector<std::int64_t>(start.size(), 1));
}

} // namespace

bool LineImage::may_be(const Instruction& convolution) {
    const Attributes& a = convolution.attributes;
    return has_vectors(convolution.shape.type) && a.window.size() == 2 && a.batch_group_count == 1 &&
           convolution.shape.elements() > 0 && a.window[0].size * a.window[1].size > 1 &&
           std::ranges::all_of(a.window, [](const WindowDimension& w) {
               return w.base_dilation == 1 && w.padding_low >= 0 && w.padding_high >= 0;
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
    pitch_ = least_pitch();
}

std::int64_t LineImage::rows() const {
    return output_height_ + shift(0) + ceil_divide(shift(1), pitch()); // the last points read on behind the last row
}

// Smallest pitch that keeps rows apart: no point reads behind the end of its row, or reads padding of both rows there.
std::int64_t LineImage::least_pitch() const {
    const std::int64_t left = window_[1].padding_low, beyond = std::max<std::int64_t>(0, reach(1) - left);
    const std::int64_t shared = std::max(ceil_divide(width_ + left, stride(1)), output_width_ + beyond / stride(1));
    return std::min(output_width_ + shift(1), std::max(output_width_, shared));
}

// Time with vectors along the features, in multiply-adds of vectors like all times here.
double LineImage::along_features(std::int64_t lanes) const {
    const std::int64_t vectors =
        is_of_each_feature() ? ceil_divide(outputs_, lanes) : groups_ * ceil_divide(outputs_ / groups_, lanes);
    const double products =
        static_cast<double>(batch_ * output_height_ * output_width_ * depth_) * static_cast<double>(vectors);
    const auto read = static_cast<double>(batch_ * inputs_ * height_ * width_);
    return has_halves() && !is_of_each_feature() ? products + kWidened * read : products;
}

// Time of a depthwise convolution with vectors along rows; its features need not lie innermost.
double LineImage::along_rows(std::int64_t lanes) const {
    const std::int64_t ends = stride(1) > kMostStride ? output_width_ : std::min(reach(1), output_width_);
    const auto row = static_cast<double>(ceil_divide(output_width_ - ends, lanes)) +
                     (has_halves() ? kHalfAtEnd : kAtEnd) * static_cast<double>(ends);
    return static_cast<double>(batch_ * outputs_ * depth_ * output_height_) * row;
}

double LineImage::along_pixels(std::int64_t lanes) const {
    const auto products = static_cast<double>(batch_ * outputs_ * depth_ * ceil_divide(points(), lanes));
    return is_of_each_feature() ? kAlone * products : products;
}

bool LineImage::pays(std::int64_t lanes) const {
    if (output_width_ < 2 || phases(0) * phases(1) > kMostPhases) return false;
    const bool strided = stride(0) * stride(1) > 1;
    const double copied = strided ? kInPhase : kCopied, moved = strided ? kMovedForStrides : kMoved,
                 gain = strided ? kGainOfStrides : kGain;
    const auto given = static_cast<double>(batch_ * inputs_ * height_ * width_);
    const auto read = static_cast<double>(batch_ * inputs_ * phases(0) * phases(1) * length());
    const auto written = static_cast<double>(batch_ * outputs_ * output_height_ * output_width_);
    const double own = along_pixels(lanes) + copied * read;
    if (!planes_.valid()) return own + moved * (read + written) < gain * along_features(lanes);
    const bool rows = is_of_each_feature() && is_identity(input_order(dims_));
    const double otherwise = rows ? along_rows(lanes) : along_features(lanes) + moved * (given + written);
    return own + kCopied * written < gain * otherwise;
}

// [batch, features, phases, rows, columns]: the image between zeros, its rows in phases.
InstructionId LineImage::padded(Expansion& e) const {
    const InstructionId image = planes_.valid() ? planes_ : e.stored(e.transpose(e.operand(0), input_order(dims_)));
    const std::int64_t columns = pitch() * stride(1), left = window_[1].padding_low;
    const std::int64_t width = std::min(width_, columns - left);
    const std::vector<std::int64_t> dims = {batch_, inputs_, phases(0), rows(), columns};
    InstructionId padded = e.number(Shape::array(type_, dims), 0);
    for (std::int64_t phase = 0; phase < phases(0); ++phase) {
        const std::int64_t above = window_[0].padding_low - phase; // rows of zeros
        const std::int64_t place = std::max<std::int64_t>(0, ceil_divide(above, stride(0)));
        const std::int64_t row = place * stride(0) - above;
        const std::int64_t count = std::min(rows() - place, ceil_divide(height_ - row, stride(0)));
        if (count <= 0 || width <= 0) continue;
        const InstructionId some = e.slice(image, 2, row, row + (count - 1) * stride(0) + 1, stride(0));
        const InstructionId piece = e.reshape(e.slice(some, 3, 0, width), {batch_, inputs_, 1, count, width});
        padded = written(e, padded, {0, 0, phase, place, left}, piece);
    }
    return padded;
}

// [batch, features, phases of rows, phases of columns, line]
InstructionId LineImage::lines(Expansion& e) const {
    InstructionId lines = e.reshape(padded(e), {batch_, inputs_, phases(0), length(), stride(1)});
    if (stride(1) > 1) lines = e.stored(e.slice(e.transpose(lines, {0, 1, 2, 4, 3}), 3, 0, phases(1)));
    return e.reshape(lines, {batch_, inputs_, phases(0), phases(1), length()});
}

// Cuts the last dimension into `count` parts of `size` elements, each of which begins `distance` behind the one before.
// They are slices of consecutive copies of the whole, each copy longer than its part by the part's distance.
InstructionId LineImage::parts(Expansion& e, InstructionId whole, std::int64_t count, std::int64_t distance,
                               std::int64_t size) {
    std::vector<std::int64_t> dims = e.shape_of(whole).dims, places(dims.size());
    const std::size_t last = dims.size() - 1;
    const std::int64_t length = dims[last], cut = length + distance, copies = ceil_divide(count * cut, length);
    std::iota(places.begin(), places.end(), 0);
    dims.insert(dims.end() - 1, copies);
    ++places[last];
    const InstructionId all = e.spread(whole, dims, places);
    dims.pop_back();
    dims[last] = copies * length;
    const InstructionId chain = e.slice(e.reshape(all, dims), last, 0, count * cut);
    dims[last] = count;
    dims.push_back(cut);
    return e.slice(e.reshape(chain, dims), last + 1, 0, size);
}

// [batch, features, rows of taps, columns of taps, points]: the elements that all points read at a tap, side by side.
InstructionId LineImage::view(Expansion& e) const {
    const std::int64_t down = shift(0) + 1, across = shift(1) + 1;
    const InstructionId rows = parts(e, lines(e), down, pitch(), points() + shift(1));
    const InstructionId taps = parts(e, rows, across, 1, points());
    const InstructionId by_phase = phases(0) * phases(1) == 1 ? taps : e.transpose(taps, {0, 1, 4, 2, 5, 3, 6});
    const InstructionId all = e.reshape(by_phase, {batch_, inputs_, down * phases(0), across * phases(1), points()});
    return e.slice(e.slice(all, 2, 0, reach(0) + 1), 3, 0, reach(1) + 1);
}

InstructionId LineImage::convolution(Expansion& e) const {
    Instruction convolution = e.instruction();
    std::vector<std::int64_t> kernel = e.shape_of(convolution.operands[1]).dims;
    kernel.push_back(1);
    convolution.operands = {view(e), e.reshape(convolution.operands[1], kernel)};
    convolution.shape = Shape::array(e.shape().type, {batch_, outputs_, 1, 1, points()});
    ConvolutionDimensions& dims = *convolution.attributes.convolution;
    dims.input_batch = dims.output_batch = 0;
    dims.input_feature = dims.output_feature = 1;
    dims.input_spatial = dims.output_spatial = {2, 3, 4};
    dims.kernel_spatial.push_back(static_cast<std::int64_t>(kernel.size()) - 1);
    std::vector<WindowDimension>& window = convolution.attributes.window;
    for (WindowDimension& w : window) w.padding_low = w.padding_high = 0, w.stride = 1;
    window.push_back({.size = 1});
    return e.reshape(e.builder().add(std::move(convolution)), line_dims());
}

InstructionId LineImage::spread(Expansion& e, InstructionId broadcast) const {
    const Instruction& array = e.builder()[broadcast];
    std::vector<std::int64_t> dimensions = array.attributes.dimensions;
    for (std::int64_t& d : dimensions) d = d == dims_.output_batch ? 0 : 1;
    return e.spread(array.operands[0], line_dims(), dimensions);
}

InstructionId LineImage::pixels(Expansion& e, InstructionId line) const {
    const InstructionId rows = e.reshape(e.stored(line), {batch_, outputs_, output_height_, pitch()});
    return e.transpose(
        e.slice(rows, 3, 0, output_width_),
        inverse_permutation(planes_order(dims_.output_batch, dims_.output_feature, dims_.output_spatial)));
}

} // namespace hlo2cpp
