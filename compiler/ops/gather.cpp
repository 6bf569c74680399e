// gather: result[i] = operand[start + offset], where `offset` are the parts of i that offset_dims names and the others name
// a vector in the indices, which start_index_map scatters into `start`; clamped so that the whole slice fits
#include <algorithm>

#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/start_index.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

bool contains(const std::vector<std::int64_t>& numbers, std::int64_t number) {
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

void require_disjoint(const InferContext& context, const char* a, const std::vector<std::int64_t>& in_a, const char* b,
                      const std::vector<std::int64_t>& in_b) {
    for (const std::int64_t dimension : in_a)
        if (contains(in_b, dimension))
            context.fail("dimension " + std::to_string(dimension) + " is in both " + a + " and " + b);
}

// Operand dimensions that the result's offset_dims stand for, in order.
std::vector<std::size_t> offset_dimensions(const GatherDimensions& g, std::size_t rank) {
    std::vector<std::size_t> dimensions;
    for (std::size_t d = 0; d < rank; ++d) {
        const auto number = static_cast<std::int64_t>(d);
        if (!contains(g.collapsed_slice_dims, number) && !contains(g.operand_batching_dims, number)) dimensions.push_back(d);
    }
    return dimensions;
}

void check_operand_dimensions(const InferContext& context, const GatherDimensions& g, const Shape& operand) {
    require_dimensions(context, "start_index_map", g.start_index_map, operand);
    require_sorted_dimensions(context, "collapsed_slice_dims", g.collapsed_slice_dims, operand);
    require_sorted_dimensions(context, "operand_batching_dims", g.operand_batching_dims, operand);
    require_disjoint(context, "operand_batching_dims", g.operand_batching_dims, "collapsed_slice_dims", g.collapsed_slice_dims);
    require_disjoint(context, "operand_batching_dims", g.operand_batching_dims, "start_index_map", g.start_index_map);
}

void check_indices(const InferContext& context, const GatherDimensions& g, const Shape& operand, const Shape& indices) {
    if (!is_integer(indices.type)) context.fail("indices must be integers, found " + to_string(indices));
    const auto rank = static_cast<std::int64_t>(indices.rank());
    if (g.index_vector_dim < 0 || g.index_vector_dim > rank)
        context.fail("index_vector_dim " + std::to_string(g.index_vector_dim) + " is no dimension of the indices " +
                     to_string(indices) + ", nor the one after the last");
    const std::int64_t length =
        g.index_vector_dim == rank ? 1 : indices.dims[static_cast<std::size_t>(g.index_vector_dim)];
    if (length != static_cast<std::int64_t>(g.start_index_map.size()))
        context.fail("start_index_map=" + list_of(g.start_index_map) + " must have one entry a number of an index vector, " +
                     std::to_string(length) + " in " + to_string(indices));
    require_dimensions(context, "start_indices_batching_dims", g.start_indices_batching_dims, indices);
    if (contains(g.start_indices_batching_dims, g.index_vector_dim))
        context.fail("start_indices_batching_dims contains index_vector_dim " + std::to_string(g.index_vector_dim));
    if (g.operand_batching_dims.size() != g.start_indices_batching_dims.size())
        context.fail("operand_batching_dims=" + list_of(g.operand_batching_dims) + " and start_indices_batching_dims=" +
                     list_of(g.start_indices_batching_dims) + " must have the same length");
    for (std::size_t i = 0; i < g.operand_batching_dims.size(); ++i)
        if (operand.dims[static_cast<std::size_t>(g.operand_batching_dims[i])] !=
            indices.dims[static_cast<std::size_t>(g.start_indices_batching_dims[i])])
            context.fail("batching dimension " + std::to_string(g.operand_batching_dims[i]) + " of " + to_string(operand) +
                         " and " + std::to_string(g.start_indices_batching_dims[i]) + " of the indices " +
                         to_string(indices) + " have different sizes");
}

void check_slice_sizes(const InferContext& context, const GatherDimensions& g, const Shape& operand) {
    const std::vector<std::int64_t>& sizes = context.attributes().slice_sizes;
    require_rank(context, "slice_sizes", sizes.size(), operand);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const auto number = static_cast<std::int64_t>(d);
        if (sizes[d] < 0 || sizes[d] > operand.dims[d])
            context.fail("a slice of sizes " + list_of(sizes) + " does not fit in " + to_string(operand));
        const bool left_out = contains(g.collapsed_slice_dims, number) || contains(g.operand_batching_dims, number);
        if (left_out && sizes[d] > 1)
            context.fail("slice size " + std::to_string(sizes[d]) + " of the collapsed or batching dimension " +
                         std::to_string(d) + " must be 1");
    }
}

Shape infer(const InferContext& context) {
    context.require_operands(2);
    const Shape& operand = context.array_operand(0);
    const Shape& indices = context.array_operand(1);
    context.require(context.attributes().gather.has_value(), "it has no gather dimension numbers");
    const GatherDimensions& g = *context.attributes().gather;
    check_operand_dimensions(context, g, operand);
    check_indices(context, g, operand, indices);
    check_slice_sizes(context, g, operand);

    const std::vector<std::size_t> window = offset_dimensions(g, operand.rank());
    if (g.offset_dims.size() != window.size())
        context.fail("offset_dims=" + list_of(g.offset_dims) + " must have one entry a dimension of " + to_string(operand) +
                     " that is neither collapsed nor batching, " + std::to_string(window.size()));
    const std::size_t batch_rank = indices.rank() - (g.index_vector_dim < static_cast<std::int64_t>(indices.rank()) ? 1 : 0);
    Shape result = Shape::array(operand.type, context.instruction.shape.dims);
    result.dims.resize(window.size() + batch_rank);
    require_sorted_dimensions(context, "offset_dims", g.offset_dims, result);
    std::size_t next_window = 0, next_index = 0;
    for (std::size_t d = 0; d < result.rank(); ++d) {
        if (contains(g.offset_dims, static_cast<std::int64_t>(d))) {
            result.dims[d] = context.attributes().slice_sizes[window[next_window++]];
        } else {
            if (static_cast<std::int64_t>(next_index) == g.index_vector_dim) ++next_index;
            result.dims[d] = indices.dims[next_index++];
        }
    }
    result = inferred_array(context, operand.type, std::move(result.dims));
    for (const std::int64_t size : context.attributes().slice_sizes)
        if (size == 0 && result.elements() != 0) context.fail("it takes elements out of slices of size 0");
    return result;
}

// Where the parts of a result index go: dimensions of the operand, and of the indices without the index vector.
struct Parts {
    std::vector<std::size_t> offset; // operand dimension a result dimension of offset_dims
    std::vector<std::size_t> batch;  // result dimension a dimension of the indices but index_vector_dim
};

Parts parts_of(const GatherDimensions& g, std::size_t operand_rank, std::size_t result_rank) {
    Parts parts = {.offset = offset_dimensions(g, operand_rank), .batch = {}};
    for (std::size_t d = 0; d < result_rank; ++d)
        if (!contains(g.offset_dims, static_cast<std::int64_t>(d))) parts.batch.push_back(d);
    return parts;
}

Tensor evaluate(const EvaluateContext& context) {
    const GatherDimensions& g = *context.attributes().gather;
    const std::vector<std::int64_t>& sizes = context.attributes().slice_sizes;
    const Tensor& operand = context.operand(0);
    const Tensor& indices = context.operand(1);
    const auto vector_dim = static_cast<std::size_t>(g.index_vector_dim);
    const Parts parts = parts_of(g, operand.shape.rank(), context.shape().rank());
    const std::vector<std::int64_t> operand_strides = row_major_strides(operand.shape.dims);
    const std::vector<std::int64_t> index_strides = row_major_strides(indices.shape.dims);

    Tensor result(context.shape());
    std::int64_t element = 0;
    for_each_index(context.shape().dims, [&](const std::vector<std::int64_t>& index) {
        std::vector<std::int64_t> at(indices.shape.rank(), 0); // in the indices, the index vector's first number
        for (std::size_t i = 0; i < parts.batch.size(); ++i) at[i < vector_dim ? i : i + 1] = index[parts.batch[i]];
        std::vector<std::int64_t> source(operand.shape.rank(), 0);
        for (std::size_t k = 0; k < g.start_index_map.size(); ++k) {
            const auto d = static_cast<std::size_t>(g.start_index_map[k]);
            if (vector_dim < at.size()) at[vector_dim] = static_cast<std::int64_t>(k);
            source[d] = clamped_start(indices, offset_of(at, index_strides), operand.shape.dims[d] - sizes[d]);
        }
        for (std::size_t k = 0; k < g.operand_batching_dims.size(); ++k)
            source[static_cast<std::size_t>(g.operand_batching_dims[k])] =
                at[static_cast<std::size_t>(g.start_indices_batching_dims[k])];
        for (std::size_t k = 0; k < parts.offset.size(); ++k)
            source[parts.offset[k]] += index[static_cast<std::size_t>(g.offset_dims[k])];
        result.copy_element(element++, operand, offset_of(source, operand_strides));
    });
    return result;
}

std::vector<ExprId> element(ElementBuilder& builder, const ElementIndex& index) {
    const GatherDimensions& g = *builder.attributes().gather;
    const Shape& operand = builder.operand_shape(0);
    const Shape& indices = builder.operand_shape(1);
    const auto vector_dim = static_cast<std::size_t>(g.index_vector_dim);
    const Parts parts = parts_of(g, operand.rank(), index.size());
    ElementIndex at(indices.rank());
    for (std::size_t i = 0; i < parts.batch.size(); ++i) at[i < vector_dim ? i : i + 1] = index[parts.batch[i]];
    ElementIndex source(operand.rank());
    for (std::size_t k = 0; k < g.start_index_map.size(); ++k) {
        const auto d = static_cast<std::size_t>(g.start_index_map[k]);
        const std::int64_t high = operand.dims[d] - builder.attributes().slice_sizes[d];
        if (vector_dim < at.size()) at[vector_dim] = static_cast<std::int64_t>(k);
        if (high > 0) source[d] = start_index(builder, builder.operand(1, at), high);
    }
    for (std::size_t k = 0; k < g.operand_batching_dims.size(); ++k)
        source[static_cast<std::size_t>(g.operand_batching_dims[k])] =
            at[static_cast<std::size_t>(g.start_indices_batching_dims[k])];
    for (std::size_t k = 0; k < parts.offset.size(); ++k)
        source[parts.offset[k]] = source[parts.offset[k]] + index[static_cast<std::size_t>(g.offset_dims[k])];
    return {builder.operand(0, source)};
}

} // namespace

const OpDefinition op_gather = {
    .infer = infer, .evaluate = evaluate, .element = element, .access = Access::Looked, .exact = true};

} // namespace hlo2cpp
