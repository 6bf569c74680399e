// A convolution of one tap that leaves pixels out, and whose pixels lie innermost, reads a slice that is stored: its
// vectors run along all points then, over the ends of rows.
//
//     x -> convolution, stride 2      becomes      x -> slice, stride 2 -> copy -> convolution
#include <algorithm>
#include <cmath>

#include "lower/pass.h"
#include "lower/replace.h"
#include "support/floor_divide.h"

namespace hlo2cpp {
namespace {

// True if it takes clearly less time, in loads and multiply-adds of vectors for a row of points.
bool pays(const Instruction& convolution, std::int64_t lanes) {
    constexpr std::int64_t kShuffled = 3,
                           kSliceCopied = 6; // a vector of every second element, more than one of neighbours
    constexpr double kSliceGain = 0.85;
    const std::vector<std::int64_t>& dims = convolution.shape.dims;
    const Attributes& a = convolution.attributes;
    const std::int64_t outputs = dims[static_cast<std::size_t>(a.convolution->output_feature)] / a.feature_group_count;
    if (a.window.back().stride > 2) return true; // there is no such vector
    const auto points = static_cast<double>(dims[static_cast<std::size_t>(a.convolution->output_spatial.back())]);
    std::int64_t width = lanes;
    while (width > 1 && static_cast<double>(width) > points) width /= 2;
    const double vectors = std::ceil(points / static_cast<double>(width));
    const std::int64_t tiles = ceil_divide(outputs, lanes); // of about as many rows as a vector has lanes
    const double sliced =
        vectors * kSliceCopied + points / static_cast<double>(lanes) * static_cast<double>(outputs + 1);
    return sliced < kSliceGain * vectors * static_cast<double>(outputs + tiles * kShuffled);
}

bool leaves_pixels_out(const Instruction& instruction, const Shape& input) {
    const ElementType type = instruction.shape.type;
    const bool floats = (type == ElementType::F32 || type == ElementType::F64) && input.type == type;
    if (!floats || instruction.shape.elements() == 0) return false;
    const Attributes& a = instruction.attributes;
    const auto last = static_cast<std::int64_t>(input.rank()) - 1;
    const bool one_tap = std::ranges::all_of(a.window, [](const WindowDimension& w) {
        return w.size == 1 && w.base_dilation == 1 && w.padding_low == 0 && w.padding_high == 0;
    });
    return one_tap && std::ranges::any_of(a.window, [](const WindowDimension& w) { return w.stride > 1; }) &&
           std::ranges::find(a.convolution->input_spatial, last) != a.convolution->input_spatial.end();
}

InstructionId of_slice(Expansion& e) {
    Instruction convolution = e.instruction();
    InstructionId& input = convolution.operands[0];
    for (std::size_t d = 0; d < convolution.attributes.window.size(); ++d) {
        const auto spatial = static_cast<std::size_t>(convolution.attributes.convolution->input_spatial[d]);
        std::int64_t& stride = convolution.attributes.window[d].stride;
        input = e.slice(input, spatial, 0, e.shape_of(input).dims[spatial], stride);
        stride = 1;
    }
    input = e.stored(input);
    return e.builder().add(std::move(convolution));
}

} // namespace

bool slice_strides(Module& module, std::int64_t vector_bytes) {
    return replace_each(module, Opcode::Convolution, [&](Expansion& e) -> std::optional<InstructionId> {
        const bool reads = leaves_pixels_out(e.instruction(), e.shape_of(e.operand(0)));
        if (!reads || !pays(e.instruction(), vector_bytes / byte_size(e.shape().type))) return std::nullopt;
        return of_slice(e);
    });
}

} // namespace hlo2cpp
