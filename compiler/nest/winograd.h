// Convolutions with few products (--optimize speed): 3 x 3 taps at stride 1, by minimal filtering along rows and
// columns (see minimal_filter.h). Each tile of m x m results of a feature takes n x n products for a channel where
// the sum itself takes 9 m^2:
//
//     strip of tiles:   inputs   --B^T x B-->   transformed [n n][tiles][channels]      in the scratch, and so
//                       weights  --G w G^T-->   [n n][channels][features]               a constant
//                       their products          products [tiles][n n][features]         a matrix product for each n n
//                       products --A^T p A-->   m x m results of each tile, finished and stored as any others
//
// The kernel stays the convolution that it is; this is one way to run it, as a register tile is, and chosen by the same
// cost. A value that is no number spreads over its tile, and sums are rounded otherwise: never with --deterministic.
#pragma once

#include <vector>

#include "nest/minimal_filter.h"
#include "nest/nest.h"

namespace hlo2cpp {

// A convolution that can run so: numbers of dimensions of its kernel, and the two loads of its term.
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

struct Winograd {
    FilterDims dims;
    MinimalFilter filter;
    std::int64_t tile_rows = 0, tile_columns = 0;   // tiles along either dimension; the last ones may hang over
    std::int64_t strip_rows = 0, strip_columns = 0; // tiles of a strip: they divide tile_rows and tile_columns
    std::int64_t channel_lanes = 1;                 // vector width of the inputs' transform
    std::int64_t features = 0;                      // features of the product: those of the convolution, then idle ones
    std::int64_t point_stride = 0;       // elements of `transformed` for each of its n n points; some may be idle
    Kernel product;                      // arguments: transformed, weights, products
    LoopNest product_nest;               // it needs no scratch
    std::vector<nest::SumStores> stores; // by box of points: the stores of its sums

    std::int64_t points() const { return filter.inputs * filter.inputs; }
    std::int64_t tiles() const { return tile_rows * tile_columns; }
    std::int64_t strip() const { return strip_rows * strip_columns; } // tiles
    std::int64_t transformed_elements() const { return points() * point_stride; }
    std::int64_t products_elements() const { return strip() * points() * features; }
};

// The constant that the product reads: the weights transformed in f64, rounded once, in the order of its tiles.
LiteralPtr winograd_weights(const Kernel& kernel, const Winograd& winograd, const LiteralPtr& source);

} // namespace hlo2cpp
