// Data movement of the evaluator: elements at a base and a stride per dimension, all in elements of row-major arrays.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/tensor.h"

namespace hlo2cpp {

// result[i, j, ...] = source[base + i * strides[0] + j * strides[1] + ...]
Tensor read_strided(const Shape& shape, const Tensor& source, std::int64_t base,
                    const std::vector<std::int64_t>& strides);
// Dimension d of the result is dimension order[d] of the tensor.
Tensor transposed(const Tensor& tensor, const std::vector<std::int64_t>& order);
// target[base + i * strides[0] + j * strides[1] + ...] = source[i, j, ...]
void write_strided(Tensor& target, const Tensor& source, std::int64_t base, const std::vector<std::int64_t>& strides);

// The next multi-index in row-major order; false after the last (and then all zeros again).
inline bool next_index(std::vector<std::int64_t>& index, const std::vector<std::int64_t>& sizes) {
    for (std::size_t d = sizes.size(); d-- > 0;) {
        if (++index[d] < sizes[d]) return true;
        index[d] = 0;
    }
    return false;
}

// Calls visit(multi-index) for every element of an array of these sizes, in row-major order.
template <typename Visit>
void for_each_index(const std::vector<std::int64_t>& sizes, Visit&& visit) {
    for (const std::int64_t size : sizes)
        if (size == 0) return;
    std::vector<std::int64_t> index(sizes.size());
    do {
        visit(static_cast<const std::vector<std::int64_t>&>(index));
    } while (next_index(index, sizes));
}

// Sum of index[d] * strides[d].
inline std::int64_t offset_of(const std::vector<std::int64_t>& index, const std::vector<std::int64_t>& strides) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < index.size(); ++d) offset += index[d] * strides[d];
    return offset;
}

} // namespace hlo2cpp
