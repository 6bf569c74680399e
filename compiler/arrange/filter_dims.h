// Convolutions that minimal filtering can compute: 3 x 3 taps at stride 1, with constant weights.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Numbers of dimensions of the convolution's kernel, and the two loads of its term.
struct FilterDims {
    ExprId input, weights;
    std::int64_t rows = -1, columns = -1;         // parallel: of the result
    std::int64_t features = -1;                   // parallel: of the weights alone
    std::vector<std::int64_t> batches;            // parallel: the others
    std::int64_t tap_rows = -1, tap_columns = -1; // reduction dimensions of 3 points each
    std::int64_t channels = -1;                   // reduction dimension
    // Without padding, taps of a row and their channels are one walk and so one dimension: point k of it is tap
    // k / channel_count. Then `tap_columns` and `channels` are the same number.
    std::int64_t channel_count = 0;
    bool joined() const { return tap_columns == channels; }
    // Sums of row and tap at which the input has an element; columns likewise.
    Range row_inside, column_inside;
};

// The dimensions of a kernel of flat arrays; none if it is no such convolution.
std::optional<FilterDims> filter_dims(const Kernel& kernel);

} // namespace hlo2cpp
