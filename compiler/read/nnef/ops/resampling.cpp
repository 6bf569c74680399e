// Tensors made larger or smaller by whole factors, along the dimensions behind batch and channels.
#include <algorithm>
#include <cmath>

#include "read/nnef/ops/border.h"
#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::int64_t kMostPhases = 8;                        // phases that are written out
constexpr std::int64_t kMostPositions = std::int64_t{1} << 24; // along a dimension

Sizes factors_of(const OperationCall& call, Op input) {
    const Sizes factors = call.integers("factor");
    if (rank_of(input) != static_cast<std::int64_t>(factors.size()) + 2 ||
        std::ranges::any_of(factors, [](std::int64_t factor) { return factor < 1; }))
        call.fail("factor is " + to_string(factors) + "; expected a number above 0 for each dimension of " +
                  to_string(extents_of(input)) + " behind the second");
    return factors;
}

Value nearest_downsample(const OperationCall& call) {
    Op input = call.tensor("input");
    const Sizes factors = factors_of(call, input);
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::int64_t axis = static_cast<std::int64_t>(i) + 2, extent = extents_of(input)[i + 2];
        // A window of one element, without padding.
        input = slice_of(input, axis, 0, (extent - 1) / factors[i] * factors[i] + 1, factors[i]);
    }
    return Value(input);
}

Value nearest_upsample(const OperationCall& call) {
    const Op input = call.tensor("input");
    const Sizes factors = factors_of(call, input);
    Sizes spread = {extents_of(input)[0], extents_of(input)[1]}, extents = spread, dimensions = {0, 1};
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const std::int64_t extent = extents_of(input)[i + 2];
        dimensions.push_back(static_cast<std::int64_t>(spread.size()));
        spread.insert(spread.end(), {extent, factors[i]});
        extents.push_back(extent * factors[i]);
    }
    Graph::check_extents(extents);
    return Value(builder::Reshape(builder::BroadcastInDim(input, spread, dimensions), extents));
}

// Coordinate of output `o` in the input, in elements.
double coordinate(const std::string& method, std::int64_t o, std::int64_t factor, std::int64_t extent) {
    const auto position = static_cast<double>(o), scale = static_cast<double>(factor);
    if (method == "symmetric") return (position + 0.5) / scale - 0.5;
    if (method == "asymmetric") return position / scale;
    const std::int64_t steps = extent * factor - 1;
    return steps == 0 ? 0 : position * static_cast<double>(extent - 1) / static_cast<double>(steps);
}

Op weighted(Op low, Op high, Op high_weight) {
    const Op low_weight = builder::Sub(builder::ScalarLike(high_weight, 1), high_weight);
    return builder::Add(builder::Mul(low, low_weight), builder::Mul(high, high_weight));
}

// `padded` has one element more at each end of the dimension. Outputs of one phase are all between the same neighbours.
Op interpolated_by_phases(const OperationCall& call, Op padded, std::int64_t axis, std::int64_t factor,
                          const std::string& method) {
    const std::int64_t extent = extents_of(padded)[index(axis)] - 2;
    Ops phases;
    for (std::int64_t phase = 0; phase < factor; ++phase) {
        const double at = coordinate(method, phase, factor, extent), below = std::floor(at);
        const auto begin = static_cast<std::int64_t>(below) + 1;
        const Op low = slice_of(padded, axis, begin, begin + extent);
        Op value = low;
        if (at != below) {
            const Op high = slice_of(padded, axis, begin + 1, begin + 1 + extent);
            value = weighted(low, high, builder::ScalarLike(low, at - below));
        }
        Sizes extents = extents_of(value);
        extents.insert(extents.begin() + axis + 1, 1);
        phases.push_back(builder::Reshape(value, extents));
    }
    Sizes extents = extents_of(padded);
    extents[index(axis)] = extent * factor;
    return builder::Reshape(builder::ConcatInDim(call.builder(), phases, axis + 1), extents);
}

Op interpolated_by_position(const OperationCall& call, Op padded, std::int64_t axis, std::int64_t factor,
                            const std::string& method) {
    const std::int64_t extent = extents_of(padded)[index(axis)] - 2;
    if (extent * factor > kMostPositions) call.fail("the output is too large for this method and factor");
    std::vector<std::int32_t> low, high;
    std::vector<float> weights;
    for (std::int64_t o = 0; o < extent * factor; ++o) {
        const double at = coordinate(method, o, factor, extent), below = std::floor(at);
        low.push_back(static_cast<std::int32_t>(below) + 1);
        high.push_back(std::min(low.back() + 1, static_cast<std::int32_t>(extent) + 1));
        weights.push_back(static_cast<float>(at - below));
    }
    const Op from_low = take(padded, indices(call, low), axis), from_high = take(padded, indices(call, high), axis);
    const Op weight = along(call, weights, axis, rank_of(padded));
    return weighted(from_low, from_high, broadcast_whole(weight, extents_of(from_low)));
}

Value multilinear_upsample(const OperationCall& call) {
    Op result = call.tensor("input");
    const Sizes factors = factors_of(call, result);
    const std::string& method = call.word("method", {"symmetric", "asymmetric", "aligned"});
    const std::string& border = call.word("border", {"constant", "replicate", "reflect", "reflect-even"});
    Sizes extents = extents_of(result);
    for (std::size_t i = 0; i < factors.size(); ++i) extents[i + 2] *= factors[i];
    Graph::check_extents(extents);
    for (std::size_t i = 0; i < factors.size(); ++i) {
        if (factors[i] == 1) continue;
        const std::int64_t axis = static_cast<std::int64_t>(i) + 2;
        PaddingPairs padding(result.shape().rank());
        padding[i + 2] = {1, 1};
        // Corners that are aligned leave nothing outside.
        const Op padded = bordered(call, result, padding, method == "aligned" ? "replicate" : border);
        result = method != "aligned" && factors[i] <= kMostPhases
                     ? interpolated_by_phases(call, padded, axis, factors[i], method)
                     : interpolated_by_position(call, padded, axis, factors[i], method);
    }
    return Value(result);
}

} // namespace

void add_resampling(OperationTable& table) {
    table["nearest_downsample"] = nearest_downsample;
    table["nearest_upsample"] = nearest_upsample;
    table["multilinear_upsample"] = multilinear_upsample;
}

} // namespace hlo2cpp::nnef
