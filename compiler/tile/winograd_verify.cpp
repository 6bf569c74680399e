#include "tile/winograd_verify.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "kernel/accesses_verify.h"
#include "kernel/analysis.h"
#include "kernel/written_once.h"
#include "tile/winograd.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9;
}

// Checks y[i] = sum of g[k] x[i + k], for each single tap and each single element.
bool filters(const MinimalFilter& f) {
    for (std::int64_t tap = 0; tap < f.taps; ++tap)
        for (std::int64_t element = 0; element < f.inputs; ++element)
            for (std::int64_t i = 0; i < f.outputs; ++i) {
                const auto at = [](const MinimalFilter::Matrix& matrix, std::int64_t row, std::int64_t column) {
                    return matrix[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
                };
                double sum = 0;
                for (std::int64_t p = 0; p < f.inputs; ++p)
                    sum += at(f.output, i, p) * at(f.filter, p, tap) * at(f.input, p, element);
                if (!near(sum, i + tap == element ? 1 : 0)) return false;
            }
    return true;
}

// Checks the pairs: two rows that differ only in the sign of odd elements are computed as one.
bool pairs_match(const MinimalFilter& f) {
    for (std::int64_t k = 0; k < f.pairs; ++k) {
        const auto plus = static_cast<std::size_t>(1 + 2 * k), minus = plus + 1;
        for (std::size_t i = 0; i < f.input.size(); ++i)
            if (!near(f.input[minus][i], (i % 2 == 0 ? 1 : -1) * f.input[plus][i])) return false;
        for (std::size_t i = 0; i < f.output.size(); ++i)
            if (!near(f.output[i][minus], (i % 2 == 0 ? 1 : -1) * f.output[i][plus])) return false;
    }
    return 2 * f.pairs + 2 == f.inputs;
}

// Checks that one point further along the result is one tap further, in the input and in every condition.
bool slides(const Kernel& kernel, const FilterDims& dims) {
    const auto& reduction = *kernel.reduction;
    const auto coefficient = [&](const Index& index, std::int64_t d) { return kernel.space.coefficient(index, d); };
    const Index &input = kernel.exprs[dims.input].index, &weights = kernel.exprs[dims.weights].index;
    const std::int64_t apart = dims.joined() ? dims.channel_count : 1; // taps of a row, in points of their dimension
    for (const auto& [point, tap, steps] :
         {std::tuple(dims.rows, dims.tap_rows, std::int64_t{1}), std::tuple(dims.columns, dims.tap_columns, apart)}) {
        if (coefficient(input, point) != steps * coefficient(input, tap) || coefficient(weights, point) != 0)
            return false;
        for (const Condition& condition : reduction.conditions)
            if (coefficient(condition.index, point) != steps * coefficient(condition.index, tap)) return false;
    }
    return coefficient(input, dims.features) == 0;
}

// Number of features, with the idle ones that the last tile may have.
std::int64_t features_of(const LoopNest& nest, std::int64_t d) {
    std::int64_t features = 0;
    for (const nest::SumStores& stores : nest.winograd->stores) {
        const std::int64_t lanes = stores.body.lanes, points = stores.body.box[static_cast<std::size_t>(d)].size();
        features += (points + lanes - 1) / lanes * lanes;
    }
    return features;
}

} // namespace

Fault wrong_winograd(const Kernel& kernel, const LoopNest& nest) {
    const Winograd& w = *nest.winograd;
    const FilterDims& dims = w.dims;
    if (!filters(w.filter) || !pairs_match(w.filter)) return "its filter computes something else";
    const std::int64_t taps = w.filter.taps, points = size_of_dim(kernel, dims.channels);
    if (size_of_dim(kernel, dims.tap_rows) != taps ||
        size_of_dim(kernel, dims.tap_columns) != (dims.joined() ? taps * dims.channel_count : taps))
        return "its filter has other taps";
    if (!dims.joined() && dims.channel_count != points) return "it has other channels";
    if (!slides(kernel, dims)) return "its taps do not slide along its points";
    const std::int64_t m = w.filter.outputs, channels = dims.channel_count;
    const auto covers = [&](std::int64_t tiles, std::int64_t d) {
        return tiles * m >= size_of_dim(kernel, d) && (tiles - 1) * m < size_of_dim(kernel, d);
    };
    if (!covers(w.tile_rows, dims.rows) || !covers(w.tile_columns, dims.columns)) return "its tiles do not cover it";
    if (w.strip_rows < 1 || w.tile_rows % w.strip_rows != 0 || w.strip_columns < 1 ||
        w.tile_columns % w.strip_columns != 0)
        return "its strips do not cover its tiles";
    if (w.point_stride < w.strip() * channels) return "its points overlap";
    if (w.channel_lanes < 1 || w.channel_lanes > channels) return "its vectors of channels are too long";
    if ((w.transformed_elements() + w.products_elements()) * byte_size(ElementType::F32) > nest.scratch_bytes)
        return "its strips do not fit in the scratch";
    if (nest.packings.size() != 1 || nest.packings[0].load != dims.weights) return "its weights are not transformed";
    if (features_of(nest, dims.features) != w.features) return "its product has other features";
    if (w.product_nest.scratch_bytes > 0) return "its product has a scratch of its own";
    if (Fault fault = access_outside(w.product)) return "its product: " + *fault;
    if (Fault fault = not_written_once(w.product, w.product.outputs[0].argument)) return "its product: " + *fault;
    return std::nullopt;
}

} // namespace hlo2cpp
