// reduce: result[i...] = the fold of operand[i..., k...] over all k, in row-major order, from the initial value
#include <utility>

#include "ops/combiner.h"
#include "ops/fold_loop.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

std::vector<bool> reduced_dimensions(const Attributes& attributes, std::size_t rank) {
    std::vector<bool> reduced(rank);
    for (const std::int64_t d : attributes.dimensions) reduced[static_cast<std::size_t>(d)] = true;
    return reduced;
}

Shape infer_reduce(const InferContext& context) {
    const std::size_t arrays = check_fold(context);
    const Shape& operand = context.operand(0);
    require_dimensions(context, "dimensions", context.attributes().dimensions, operand);
    const std::vector<bool> reduced = reduced_dimensions(context.attributes(), operand.rank());
    std::vector<std::int64_t> dims;
    for (std::size_t d = 0; d < operand.rank(); ++d)
        if (!reduced[d]) dims.push_back(operand.dims[d]);
    return fold_shape(context, arrays, dims);
}

Tensor evaluate_reduce(const EvaluateContext& context) {
    const std::vector<std::int64_t>& dims = context.operand(0).shape.dims;
    const std::vector<std::int64_t> strides = row_major_strides(dims);
    const std::vector<bool> reduced = reduced_dimensions(context.attributes(), dims.size());
    std::vector<std::int64_t> kept_dims, kept_strides, reduced_dims, reduced_strides;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        (reduced[d] ? reduced_dims : kept_dims).push_back(dims[d]);
        (reduced[d] ? reduced_strides : kept_strides).push_back(strides[d]);
    }
    std::vector<std::int64_t> all; // offsets of the elements of one fold
    for_each_index(reduced_dims,
                   [&](const std::vector<std::int64_t>& k) { all.push_back(offset_of(k, reduced_strides)); });
    bool set = false;
    return evaluate_fold(context, kept_dims,
                         [&](const std::vector<std::int64_t>& index, std::vector<std::int64_t>& offsets) {
                             if (!std::exchange(set, true)) offsets = all;
                             return offset_of(index, kept_strides);
                         });
}

std::vector<ExprId> element_reduce(ElementBuilder& builder, const ElementIndex& index) {
    const std::vector<std::int64_t>& dims = builder.operand_shape(0).dims;
    const std::vector<bool> reduced = reduced_dimensions(builder.attributes(), dims.size());
    std::vector<std::int64_t> sizes; // dimensions of size 1 need no loop
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (reduced[d] && dims[d] != 1) sizes.push_back(dims[d]);
    const std::vector<Index> points = builder.open_reduction(sizes);
    ElementIndex operand_index;
    std::size_t next_index = 0, next_point = 0;
    for (std::size_t d = 0; d < dims.size(); ++d)
        operand_index.push_back(!reduced[d] ? index[next_index++] : dims[d] != 1 ? points[next_point++] : Index(0));
    return close_fold(builder, operand_index, {});
}

} // namespace

const OpDefinition op_reduce = {.infer = infer_reduce,
                                .evaluate = evaluate_reduce,
                                .form = ElementForm{.element = element_reduce},
                                .expand_call = reduce_loop,
                                .cost = Cost::Expensive,
                                .access = Access::Reduced};

} // namespace hlo2cpp
