#include "read/nnef/ops/border.h"

#include <algorithm>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

// The elements that the border at one end is made of, in the order of the border.
Op border_part(const OperationCall& call, Op tensor, std::int64_t axis, std::int64_t count, bool low,
               const std::string& border) {
    const std::int64_t extent = extents_of(tensor)[index(axis)];
    if (border == "replicate") {
        Sizes extents = extents_of(tensor);
        extents[index(axis)] = count;
        return builder::ExpandInDim(slice_of(tensor, axis, low ? 0 : extent - 1, low ? 1 : extent), extents);
    }
    const std::int64_t skipped = border == "reflect" ? 1 : 0;
    if (count + skipped > extent)
        call.fail("a border of " + std::to_string(count) + " elements cannot be reflected in an extent of " +
                  std::to_string(extent));
    const std::int64_t begin = low ? skipped : extent - skipped - count;
    return builder::Rev(slice_of(tensor, axis, begin, begin + count), {axis});
}

Op bordered_axis(const OperationCall& call, Op tensor, std::int64_t axis, std::pair<std::int64_t, std::int64_t> padding,
                 const std::string& border) {
    Ops parts;
    if (padding.first > 0) parts.push_back(border_part(call, tensor, axis, padding.first, true, border));
    parts.push_back(tensor);
    if (padding.second > 0) parts.push_back(border_part(call, tensor, axis, padding.second, false, border));
    return parts.size() == 1 ? tensor : builder::ConcatInDim(call.builder(), parts, axis);
}

Op constant_border(Op tensor, const PaddingPairs& padding, double value) {
    std::vector<PaddingDimension> dimensions;
    for (const auto& [low, high] : padding) dimensions.push_back({.low = low, .high = high, .interior = 0});
    return builder::Pad(tensor, builder::ScalarLike(tensor, value), dimensions);
}

// `part` at `begin` of an axis of this extent, zeros elsewhere.
Op placed(Op part, std::int64_t axis, std::int64_t begin, std::int64_t extent) {
    PaddingPairs padding(part.shape().rank());
    padding[index(axis)] = {begin, extent - begin - extents_of(part)[index(axis)]};
    return constant_border(part, padding, 0);
}

Op unbordered_axis(const OperationCall& call, Op tensor, std::int64_t axis,
                   std::pair<std::int64_t, std::int64_t> padding, const std::string& border) {
    const auto [low, high] = padding;
    const std::int64_t padded = extents_of(tensor)[index(axis)], extent = padded - low - high;
    Op result = slice_of(tensor, axis, low, low + extent);
    const std::int64_t skipped = border == "reflect" ? 1 : 0;
    const auto add = [&](std::int64_t begin, std::int64_t count, std::int64_t target) {
        if (count == 0) return;
        Op part = slice_of(tensor, axis, begin, begin + count);
        std::int64_t at = target;
        if (border == "replicate") {
            Sizes extents = extents_of(part);
            extents[index(axis)] = 1;
            const ComputationId sum = call.graph().joint(Joint::Sum, ElementType::F32);
            part = builder::Reshape(builder::Reduce(part, builder::ScalarLike(part, 0), sum, {axis}), extents);
            at = target == 0 ? 0 : extent - 1;
        } else {
            if (count + skipped > extent)
                call.fail("a border of " + std::to_string(count) + " elements cannot be reflected in an extent of " +
                          std::to_string(extent));
            part = builder::Rev(part, {axis});
            at = target == 0 ? skipped : extent - skipped - count;
        }
        result = builder::Add(result, placed(part, axis, at, extent));
    };
    add(0, low, 0);
    add(low + extent, high, 1);
    return result;
}

} // namespace

bool is_padded(const PaddingPairs& padding) {
    return std::ranges::any_of(padding, [](const auto& pair) { return pair.first != 0 || pair.second != 0; });
}

Op bordered(const OperationCall& call, Op tensor, const PaddingPairs& padding, const std::string& border,
            double value) {
    if (!is_padded(padding)) return tensor;
    Sizes extents = extents_of(tensor);
    bool negative = false;
    for (std::size_t i = 0; i < padding.size(); ++i) {
        extents[i] += padding[i].first + padding[i].second;
        negative = negative || padding[i].first < 0 || padding[i].second < 0;
    }
    Graph::check_extents(extents);
    if (border == "constant") return constant_border(tensor, padding, value);
    if (negative) call.fail("negative padding has no border '" + border + "'");
    for (std::size_t i = 0; i < padding.size(); ++i)
        tensor = bordered_axis(call, tensor, static_cast<std::int64_t>(i), padding[i], border);
    return tensor;
}

Op unbordered(const OperationCall& call, Op tensor, const PaddingPairs& padding, const std::string& border) {
    for (std::size_t i = padding.size(); i-- > 0;)
        if (padding[i].first != 0 || padding[i].second != 0)
            tensor = unbordered_axis(call, tensor, static_cast<std::int64_t>(i), padding[i], border);
    return tensor;
}

} // namespace hlo2cpp::nnef
