// The indices in the published formulas of gather and scatter, for the evaluator alone. Generated code has arithmetic
// of its own (index_vectors.h), so that each checks the other.
//
//     gather   result[r] = operand[start + batching + offset], start clamped so that the whole slice fits
//     scatter  result[start + batching + offset] = computation(result[start + batching + offset], updates[u])
//
// The parts of r or u along offset_dims or update_window_dims are `offset`, the other parts are `batch`.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/index_vectors.h"

namespace hlo2cpp {

using MultiIndex = std::vector<std::int64_t>;

// index[d] for each d in `dims`, and for each d not in `dims`.
MultiIndex parts_along(const MultiIndex& index, const std::vector<std::int64_t>& dims);
MultiIndex parts_beside(const MultiIndex& index, const std::vector<std::int64_t>& dims);
// The position of an element in row-major order.
std::int64_t linear_position(const MultiIndex& index, const std::vector<std::int64_t>& sizes);

// start[map[k]] = indices[batch[0], ..., k, ..., batch[n]], with k at index_vector_dim; else 0. A u64 saturates at the
// end of int64.
MultiIndex full_start_index(const IndexVectors& vectors, const Tensor& indices, const MultiIndex& batch,
                            std::size_t operand_rank);
// batching[operand_batching[k]] = the part of `batch` along dimension indices_batching[k] of the indices; else 0.
MultiIndex full_batching_index(const IndexVectors& vectors, const MultiIndex& batch, std::size_t operand_rank);
// `offset` with a 0 for each dimension of the operand that is left out or batching.
MultiIndex full_offset_index(const IndexVectors& vectors, const MultiIndex& offset, std::size_t operand_rank);

} // namespace hlo2cpp
