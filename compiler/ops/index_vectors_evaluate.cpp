#include "ops/index_vectors_evaluate.h"

#include "evaluate/tensor.h"

namespace hlo2cpp {

MultiIndex parts_along(const MultiIndex& index, const std::vector<std::int64_t>& dims) {
    MultiIndex parts;
    for (const std::int64_t d : dims) parts.push_back(index[static_cast<std::size_t>(d)]);
    return parts;
}

MultiIndex parts_beside(const MultiIndex& index, const std::vector<std::int64_t>& dims) {
    MultiIndex parts;
    for (std::size_t d = 0; d < index.size(); ++d)
        if (!contains(dims, static_cast<std::int64_t>(d))) parts.push_back(index[d]);
    return parts;
}

std::int64_t linear_position(const MultiIndex& index, const std::vector<std::int64_t>& sizes) {
    std::int64_t position = 0;
    for (std::size_t d = 0; d < index.size(); ++d) position = position * sizes[d] + index[d];
    return position;
}

MultiIndex full_start_index(const IndexVectors& vectors, const Tensor& indices, const MultiIndex& batch,
                            std::size_t operand_rank) {
    MultiIndex start(operand_rank, 0);
    for (std::size_t k = 0; k < vectors.map.list.size(); ++k) {
        MultiIndex at = batch;
        if (at.size() < indices.shape.rank()) // else each element is a vector of one number
            at.insert(at.begin() + static_cast<std::ptrdiff_t>(vectors.vector_dim), static_cast<std::int64_t>(k));
        const std::int64_t number = indices.integers()(linear_position(at, indices.shape.dims));
        start[static_cast<std::size_t>(vectors.map.list[k])] =
            number < 0 && is_unsigned(indices.shape.type) ? INT64_MAX : number;
    }
    return start;
}

MultiIndex full_batching_index(const IndexVectors& vectors, const MultiIndex& batch, std::size_t operand_rank) {
    MultiIndex batching(operand_rank, 0);
    for (std::size_t k = 0; k < vectors.operand_batching.list.size(); ++k) {
        const std::int64_t d = vectors.indices_batching.list[k];
        const std::int64_t part = d < vectors.vector_dim ? d : d - 1; // `batch` has no part along index_vector_dim
        batching[static_cast<std::size_t>(vectors.operand_batching.list[k])] = batch[static_cast<std::size_t>(part)];
    }
    return batching;
}

MultiIndex full_offset_index(const IndexVectors& vectors, const MultiIndex& offset, std::size_t operand_rank) {
    MultiIndex full;
    std::size_t next = 0;
    for (std::size_t d = 0; d < operand_rank; ++d) {
        const auto dim = static_cast<std::int64_t>(d);
        const bool inserted = contains(vectors.left_out.list, dim) || contains(vectors.operand_batching.list, dim);
        full.push_back(inserted ? 0 : offset[next++]);
    }
    return full;
}

} // namespace hlo2cpp
