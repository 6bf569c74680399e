// dynamic-slice: result[i0, i1, ...] = operand[s0 + i0, s1 + i1, ...], starts s clamped so that the slice fits
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/start_index.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_dynamic_slice(const InferContext& context) {
    const Shape& operand = context.array_operand(0);
    require_start_indices(context, 1, operand);
    const std::vector<std::int64_t>& sizes = context.attributes().slice_sizes;
    require_rank(context, "dynamic_slice_sizes", sizes.size(), operand);
    for (std::size_t d = 0; d < sizes.size(); ++d)
        if (sizes[d] < 0 || sizes[d] > operand.dims[d])
            context.fail("a slice of sizes " + list_of(sizes) + " does not fit in " + to_string(operand));
    return inferred_array(context, operand.type, sizes);
}

Tensor evaluate_dynamic_slice(const EvaluateContext& context) {
    const Shape& operand = context.operand(0).shape;
    const std::vector<std::int64_t> strides = row_major_strides(operand.dims);
    std::int64_t base = 0;
    for (std::size_t d = 0; d < strides.size(); ++d)
        base += clamped_start(context.operand(d + 1), 0, operand.dims[d] - context.shape().dims[d]) * strides[d];
    return read_strided(context.shape(), context.operand(0), base, strides);
}

std::vector<ExprId> element_dynamic_slice(ElementBuilder& builder, const ElementIndex& index) {
    ElementIndex operand_index;
    for (std::size_t d = 0; d < index.size(); ++d) {
        const std::int64_t high = builder.operand_shape(0).dims[d] - builder.shape().dims[d];
        operand_index.push_back(index[d] +
                                (high == 0 ? Index(0) : start_index(builder, builder.operand(d + 1, {}), high)));
    }
    return {builder.operand(0, operand_index)};
}

} // namespace

const OpDefinition op_dynamic_slice = {.infer = infer_dynamic_slice,
                                       .evaluate = evaluate_dynamic_slice,
                                       .form = ElementForm{.element = element_dynamic_slice},
                                       .access = Access::Reindexed,
                                       .exact = true};

} // namespace hlo2cpp
