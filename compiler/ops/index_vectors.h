// Index vectors of gather and scatter; each one gives the start of a window in an operand.
//
//     indices   [3, 2, 5]     index_vector_dim = 1: 3 x 5 vectors of 2 numbers, each numbered by a multi-index [i, j]
//     map       {2, 0}        number 0 of a vector is the start along dimension 2 of the operand, number 1 along 0
//     left_out  {0}           the window has size 1 along these, and no dimension of its own for them
//
// Along a batching dimension of the operand the window starts at the vector's own index along the batching dimension of
// the indices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/op.h"

namespace hlo2cpp {

// An attribute with the op's name for it.
struct NamedDimensions {
    const char* name;
    const std::vector<std::int64_t>& list;
};

struct IndexVectors {
    NamedDimensions map, left_out, operand_batching, indices_batching;
    std::int64_t vector_dim = 0; // the rank of the indices: each element is a vector of one number
};

IndexVectors vectors_of(const ScatterDimensions& scatter);

inline bool contains(const std::vector<std::int64_t>& numbers, std::int64_t number) {
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

void check_index_vectors(const InferContext& context, const IndexVectors& vectors, const Shape& operand,
                         const Shape& indices);

// Dimensions 0 to rank - 1 that are not in the list.
std::vector<std::size_t> other_dimensions(const std::vector<std::int64_t>& list, std::size_t rank);
// Dimensions of the operand that the window has too.
std::vector<std::size_t> window_dimensions(const IndexVectors& vectors, std::size_t operand_rank);
// The sizes of the indices without index_vector_dim.
std::vector<std::int64_t> vector_sizes(const IndexVectors& vectors, const Shape& indices);

// Calls visit for each number of vector `number`, with its dimension of the operand and its place in the indices.
template <typename Number, typename Visit>
void for_each_start(const IndexVectors& vectors, const std::vector<Number>& number, std::size_t indices_rank,
                    Visit&& visit) {
    const auto vector_dim = static_cast<std::size_t>(vectors.vector_dim);
    std::vector<Number> at(indices_rank);
    for (std::size_t i = 0; i < number.size(); ++i) at[i < vector_dim ? i : i + 1] = number[i];
    for (std::size_t k = 0; k < vectors.map.list.size(); ++k) {
        if (vector_dim < at.size()) at[vector_dim] = static_cast<std::int64_t>(k);
        visit(static_cast<std::size_t>(vectors.map.list[k]), static_cast<const std::vector<Number>&>(at));
    }
}

// Calls visit for each batching dimension of the operand, with the index along it.
template <typename Number, typename Visit>
void for_each_batch(const IndexVectors& vectors, const std::vector<Number>& number, Visit&& visit) {
    for (std::size_t k = 0; k < vectors.operand_batching.list.size(); ++k) {
        const std::int64_t of_indices = vectors.indices_batching.list[k];
        visit(static_cast<std::size_t>(vectors.operand_batching.list[k]),
              number[static_cast<std::size_t>(of_indices < vectors.vector_dim ? of_indices : of_indices - 1)]);
    }
}

} // namespace hlo2cpp
