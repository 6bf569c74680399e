// gather: result[i] = operand[start + offset], where `offset` has the parts of i along offset_dims; the other parts
// select a vector in the indices, which start_index_map scatters into `start`, clamped so that the whole slice fits.
// Zeros if a slice is empty
#include <algorithm>

#include "evaluate/tensor.h"
#include "ops/index_vectors.h"
#include "ops/index_vectors_evaluate.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/start_index.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

IndexVectors vectors_of(const GatherDimensions& g) {
    return {.map = {"start_index_map", g.start_index_map},
            .left_out = {"collapsed_slice_dims", g.collapsed_slice_dims},
            .operand_batching = {"operand_batching_dims", g.operand_batching_dims},
            .indices_batching = {"start_indices_batching_dims", g.start_indices_batching_dims},
            .vector_dim = g.index_vector_dim};
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

Shape infer_gather(const InferContext& context) {
    context.require_operands(2);
    const Shape& operand = context.array_operand(0);
    const Shape& indices = context.array_operand(1);
    context.require(context.attributes().gather.has_value(), "it has no gather dimension numbers");
    const GatherDimensions& g = *context.attributes().gather;
    const IndexVectors vectors = vectors_of(g);
    check_index_vectors(context, vectors, operand, indices);
    check_slice_sizes(context, g, operand);

    const std::vector<std::size_t> window = window_dimensions(vectors, operand.rank());
    if (g.offset_dims.size() != window.size())
        context.fail("offset_dims=" + list_of(g.offset_dims) + " must have one entry a dimension of " +
                     to_string(operand) + " that is neither collapsed nor batching, " + std::to_string(window.size()));
    const std::vector<std::int64_t> numbers = vector_sizes(vectors, indices);
    Shape result = Shape::array(operand.type, context.instruction.shape.dims);
    result.dims.resize(window.size() + numbers.size());
    require_sorted_dimensions(context, "offset_dims", g.offset_dims, result);
    for (std::size_t i = 0; i < window.size(); ++i)
        result.dims[static_cast<std::size_t>(g.offset_dims[i])] = context.attributes().slice_sizes[window[i]];
    const std::vector<std::size_t> outer = other_dimensions(g.offset_dims, result.rank());
    for (std::size_t i = 0; i < outer.size(); ++i) result.dims[outer[i]] = numbers[i];
    return inferred_array(context, operand.type, std::move(result.dims));
}

// True if slices are empty: a collapsed dimension may have slice size 0 though the result has elements, which are
// zeros.
bool takes_nothing(const Attributes& attributes) {
    return contains(attributes.slice_sizes, 0);
}

Tensor evaluate_gather(const EvaluateContext& context) {
    const GatherDimensions& g = *context.attributes().gather;
    const std::vector<std::int64_t>& sizes = context.attributes().slice_sizes;
    const Tensor& operand = context.operand(0);
    const IndexVectors vectors = vectors_of(g);
    const std::size_t rank = operand.shape.rank();
    Tensor result(context.shape());
    if (takes_nothing(context.attributes())) return result;
    std::int64_t element = 0;
    for_each_index(context.shape().dims, [&](const MultiIndex& index) {
        const MultiIndex batch = parts_beside(index, g.offset_dims);
        const MultiIndex start = full_start_index(vectors, context.operand(1), batch, rank);
        const MultiIndex batching = full_batching_index(vectors, batch, rank);
        const MultiIndex offset = full_offset_index(vectors, parts_along(index, g.offset_dims), rank);
        MultiIndex source(rank);
        for (std::size_t d = 0; d < rank; ++d)
            source[d] =
                std::clamp<std::int64_t>(start[d], 0, operand.shape.dims[d] - sizes[d]) + batching[d] + offset[d];
        result.copy_element(element++, operand, linear_position(source, operand.shape.dims));
    });
    return result;
}

std::vector<ExprId> element_gather(ElementBuilder& builder, const ElementIndex& index) {
    if (takes_nothing(builder.attributes())) return {builder.constant(builder.shape().type, 0)};
    const GatherDimensions& g = *builder.attributes().gather;
    const Shape& operand = builder.operand_shape(0);
    const IndexVectors vectors = vectors_of(g);
    ElementIndex number, source(operand.rank());
    for (const std::size_t d : other_dimensions(g.offset_dims, index.size())) number.push_back(index[d]);
    for_each_start(vectors, number, builder.operand_shape(1).rank(), [&](std::size_t d, const ElementIndex& at) {
        const std::int64_t high = operand.dims[d] - builder.attributes().slice_sizes[d];
        if (high > 0) source[d] = start_index(builder, builder.operand(1, at), high);
    });
    for_each_batch(vectors, number, [&](std::size_t d, const Index& at) { source[d] = at; });
    const std::vector<std::size_t> window = window_dimensions(vectors, operand.rank());
    for (std::size_t k = 0; k < window.size(); ++k)
        source[window[k]] = source[window[k]] + index[static_cast<std::size_t>(g.offset_dims[k])];
    return {builder.operand(0, source)};
}

} // namespace

const OpDefinition op_gather = {.infer = infer_gather,
                                .evaluate = evaluate_gather,
                                .form = ElementForm{.element = element_gather},
                                .access = Access::Gathered,
                                .exact = true};

} // namespace hlo2cpp
