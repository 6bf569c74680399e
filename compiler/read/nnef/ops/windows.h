// Positions of the windows of convolutions and pools.
#pragma once

#include "read/nnef/operation.h"

namespace hlo2cpp::nnef {

// One entry a dimension.
struct Windows {
    Sizes size, stride, dilation;
    PaddingPairs padding;
    Sizes input, output; // extents: `output` has one element a window

    std::int64_t extent(std::size_t dimension) const { return (size[dimension] - 1) * dilation[dimension] + 1; }
};

// Windows of this size over an input, with the call's padding, stride and dilation.
Windows windows_of(const OperationCall& call, const Sizes& input, const Sizes& size);
// Windows of the transposed operation: the call's input has one element a window, and `input` of the returned windows
// is the shape of its result. `output_shape` has the entries of the call's output_shape for these dimensions, or is
// empty.
Windows transposed_windows_of(const OperationCall& call, const Sizes& input, const Sizes& size,
                              const Sizes& output_shape);

// Padding with which a window of stride 1 over `output`, spread out by the stride, gives `input`.
PaddingPairs transposed_padding(const Windows& windows);

// For each window along a dimension: the number of its elements that are inside of the input.
std::vector<std::int64_t> inner_counts(const Windows& windows, std::size_t dimension);

} // namespace hlo2cpp::nnef
