#include "read/nnef/ops/tensors.h"

#include <algorithm>
#include <numeric>

namespace hlo2cpp::nnef {

std::int64_t product(const Sizes& extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

Sizes iota(std::int64_t count, std::int64_t first) {
    Sizes result(index(count));
    std::iota(result.begin(), result.end(), first);
    return result;
}

Sizes broadcast_extents(const OperationCall& call, const Ops& tensors) {
    Sizes result;
    for (const Op tensor : tensors) {
        const Sizes& extents = extents_of(tensor);
        if (extents.size() > result.size()) result.resize(extents.size(), 1);
        for (std::size_t i = 0; i < extents.size(); ++i) {
            if (extents[i] != result[i] && extents[i] != 1 && result[i] != 1) {
                std::string shapes;
                for (const Op each : tensors) shapes += (shapes.empty() ? "" : " and ") + to_string(extents_of(each));
                call.fail("the shapes " + shapes + " do not broadcast: dimension " + std::to_string(i) +
                          " has the extents " + std::to_string(result[i]) + " and " + std::to_string(extents[i]) +
                          " (shapes are aligned at their first dimensions)");
            }
            result[i] = std::max(result[i], extents[i]);
        }
    }
    Graph::check_extents(result);
    return result;
}

Op broadcast(Op tensor, const Sizes& extents) {
    return tensor.shape().is_scalar() ? tensor : broadcast_whole(tensor, extents);
}

Op broadcast_whole(Op tensor, const Sizes& extents) {
    if (extents_of(tensor) == extents) return tensor;
    return builder::BroadcastInDim(tensor, extents, iota(rank_of(tensor)));
}

Op zeros(const OperationCall& call, ElementType type, const Sizes& extents) {
    return builder::ConstantLiteral(call.builder(), Literal::zeros(Shape::array(type, extents)));
}

Op along(const OperationCall& call, const std::vector<float>& numbers, std::int64_t axis, std::int64_t rank) {
    Sizes extents(index(rank), 1);
    extents[index(axis)] = static_cast<std::int64_t>(numbers.size());
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, extents));
    for (std::size_t i = 0; i < numbers.size(); ++i) literal.set(static_cast<std::int64_t>(i), numbers[i]);
    return builder::ConstantLiteral(call.builder(), std::move(literal));
}

Op indices(const OperationCall& call, const std::vector<std::int32_t>& numbers) {
    Literal literal = Literal::zeros(Shape::array(ElementType::S32, {static_cast<std::int64_t>(numbers.size())}));
    for (std::size_t i = 0; i < numbers.size(); ++i) literal.set(static_cast<std::int64_t>(i), numbers[i]);
    return builder::ConstantLiteral(call.builder(), std::move(literal));
}

Op take(Op tensor, Op positions, std::int64_t axis) {
    const std::int64_t rank = rank_of(tensor), position_rank = rank_of(positions);
    GatherDimensions dimensions;
    Sizes slice = extents_of(tensor);
    slice[index(axis)] = 1;
    for (std::int64_t d = 0; d < rank; ++d)
        if (d != axis) dimensions.offset_dims.push_back(d < axis ? d : d + position_rank - 1);
    dimensions.collapsed_slice_dims = {axis};
    dimensions.start_index_map = {axis};
    dimensions.index_vector_dim = position_rank;
    return builder::Gather(tensor, positions, dimensions, slice);
}

Op slice_of(Op tensor, std::int64_t axis, std::int64_t begin, std::int64_t end, std::int64_t stride) {
    return builder::SliceInDim(tensor, begin, end, stride, axis);
}

} // namespace hlo2cpp::nnef
