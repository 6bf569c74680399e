#include "ops/index_vectors.h"

#include "ops/infer_checks.h"

namespace hlo2cpp {
namespace {

std::string text_of(const NamedDimensions& dimensions) {
    return std::string(dimensions.name) + "=" + list_of(dimensions.list);
}

void require_disjoint(const InferContext& context, const NamedDimensions& a, const NamedDimensions& b) {
    for (const std::int64_t dimension : a.list)
        if (contains(b.list, dimension))
            context.fail("dimension " + std::to_string(dimension) + " is in both " + a.name + " and " + b.name);
}

void check_batching(const InferContext& context, const IndexVectors& vectors, const Shape& operand,
                    const Shape& indices) {
    const NamedDimensions &of_operand = vectors.operand_batching, &of_indices = vectors.indices_batching;
    require_dimensions(context, of_indices.name, of_indices.list, indices);
    if (contains(of_indices.list, vectors.vector_dim))
        context.fail(std::string(of_indices.name) + " contains index_vector_dim " + std::to_string(vectors.vector_dim));
    if (of_operand.list.size() != of_indices.list.size())
        context.fail(text_of(of_operand) + " and " + text_of(of_indices) + " must have the same length");
    for (std::size_t i = 0; i < of_operand.list.size(); ++i)
        if (operand.dims[static_cast<std::size_t>(of_operand.list[i])] !=
            indices.dims[static_cast<std::size_t>(of_indices.list[i])])
            context.fail("batching dimension " + std::to_string(of_operand.list[i]) + " of " + to_string(operand) +
                         " and " + std::to_string(of_indices.list[i]) + " of the indices " + to_string(indices) +
                         " have different sizes");
}

} // namespace

IndexVectors vectors_of(const ScatterDimensions& s) {
    return {.map = {"scatter_dims_to_operand_dims", s.scatter_dims_to_operand_dims},
            .left_out = {"inserted_window_dims", s.inserted_window_dims},
            .operand_batching = {"input_batching_dims", s.input_batching_dims},
            .indices_batching = {"scatter_indices_batching_dims", s.scatter_indices_batching_dims},
            .vector_dim = s.index_vector_dim};
}

void check_index_vectors(const InferContext& context, const IndexVectors& vectors, const Shape& operand,
                         const Shape& indices) {
    require_dimensions(context, vectors.map.name, vectors.map.list, operand);
    require_sorted_dimensions(context, vectors.left_out.name, vectors.left_out.list, operand);
    require_sorted_dimensions(context, vectors.operand_batching.name, vectors.operand_batching.list, operand);
    require_disjoint(context, vectors.operand_batching, vectors.left_out);
    require_disjoint(context, vectors.operand_batching, vectors.map);
    if (!is_integer(indices.type)) context.fail("indices must be integers, found " + to_string(indices));
    const auto rank = static_cast<std::int64_t>(indices.rank());
    if (vectors.vector_dim < 0 || vectors.vector_dim > rank)
        context.fail("index_vector_dim " + std::to_string(vectors.vector_dim) + " is no dimension of the indices " +
                     to_string(indices) + ", nor the one after the last");
    const std::int64_t length =
        vectors.vector_dim == rank ? 1 : indices.dims[static_cast<std::size_t>(vectors.vector_dim)];
    if (length != static_cast<std::int64_t>(vectors.map.list.size()))
        context.fail(text_of(vectors.map) + " must have one entry a number of an index vector, " +
                     std::to_string(length) + " in " + to_string(indices));
    check_batching(context, vectors, operand, indices);
}

std::vector<std::size_t> other_dimensions(const std::vector<std::int64_t>& list, std::size_t rank) {
    std::vector<std::size_t> others;
    for (std::size_t d = 0; d < rank; ++d)
        if (!contains(list, static_cast<std::int64_t>(d))) others.push_back(d);
    return others;
}

std::vector<std::size_t> window_dimensions(const IndexVectors& vectors, std::size_t operand_rank) {
    std::vector<std::int64_t> without = vectors.left_out.list;
    without.insert(without.end(), vectors.operand_batching.list.begin(), vectors.operand_batching.list.end());
    return other_dimensions(without, operand_rank);
}

std::vector<std::int64_t> vector_sizes(const IndexVectors& vectors, const Shape& indices) {
    std::vector<std::int64_t> sizes = indices.dims;
    const auto vector_dim = static_cast<std::ptrdiff_t>(vectors.vector_dim);
    if (vector_dim < static_cast<std::ptrdiff_t>(sizes.size())) sizes.erase(sizes.begin() + vector_dim);
    return sizes;
}

} // namespace hlo2cpp
