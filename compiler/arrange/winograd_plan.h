// Convolutions with few products: 3 x 3 taps at stride 1, by minimal filtering along rows and columns (see
// minimal_filter.h). Each tile of m x m results of a feature takes n x n products for a channel where the sum itself
// takes 9 m^2:
//
//     for each strip of tiles:                                    a loop around three calls
//         inputs   --B^T x B-->   transformed [n n][tiles][channels]
//         their products with the weights, G w G^T:               a matrix product for each n n
//                                 products [tiles][n n][features]
//         products --A^T p A-->   m x m results of each tile, finished and stored as the convolution does
//
// A value that is no number spreads over its tile, and sums are rounded otherwise: never with --deterministic.
#pragma once

#include "arrange/filter_dims.h"
#include "arrange/minimal_filter.h"

namespace hlo2cpp {

struct WinogradPlan {
    FilterDims dims;
    MinimalFilter filter;
    std::int64_t batches = 1;
    std::int64_t tile_rows = 0, tile_columns = 0;   // tiles along either dimension; the last ones may hang over
    std::int64_t strip_rows = 0, strip_columns = 0; // tiles of a strip: they divide tile_rows and tile_columns
    std::int64_t features = 0;                      // of the products: those of the convolution, then idle ones
    std::int64_t idle = 0;                          // elements of `transformed` behind those of a point
    double cycles = 0;                              // estimated

    std::int64_t points() const { return filter.inputs * filter.inputs; }
    std::int64_t strip() const { return strip_rows * strip_columns; } // tiles
    std::int64_t strips() const { return batches * (tile_rows / strip_rows) * (tile_columns / strip_columns); }
    std::int64_t point_stride() const { return strip() * dims.channel_count + idle; } // of `transformed`
    std::int64_t transformed_elements() const { return points() * point_stride(); }
    std::int64_t products_elements() const { return strip() * points() * features; }
};

// Kernels of a strip. The arguments of each: the arrays that it reads, its output, the number of the strip; then the
// array that an output updates.
Kernel winograd_inputs(const Kernel& convolution, const WinogradPlan& plan); // input, transformed, strip [, updated]
Kernel winograd_products(const WinogradPlan& plan);                          // transformed, weights, products
// The convolution's own arguments, then products, strip, and an updated array for each that it stores to.
Kernel winograd_outputs(const Kernel& convolution, const WinogradPlan& plan);

// The weights that the products read: transformed in f64, rounded once.
LiteralPtr winograd_weights(const Kernel& convolution, const WinogradPlan& plan, const LiteralPtr& source);

} // namespace hlo2cpp
