// slice: result[i0, i1, ...] = operand[start0 + i0 * stride0, start1 + i1 * stride1, ...]
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_slice(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.array_operand(0);
    const std::vector<SliceDimension>& slice = context.attributes().slice;
    require_rank(context, "slice", slice.size(), operand);
    std::vector<std::int64_t> dims;
    for (std::size_t i = 0; i < slice.size(); ++i) {
        const auto [start, limit, stride] = slice[i];
        const std::string what = "slice [" + std::to_string(start) + ":" + std::to_string(limit) + ":" +
                                 std::to_string(stride) + "] of dimension " + std::to_string(i) + " of " +
                                 to_string(operand);
        if (start < 0 || start > limit) context.fail(what + " does not start between 0 and its limit");
        if (limit > operand.dims[i]) context.fail(what + " ends beyond the dimension");
        if (stride <= 0) context.fail(what + " needs a positive stride");
        dims.push_back((limit - start) / stride + ((limit - start) % stride != 0 ? 1 : 0));
    }
    return inferred_array(context, operand.type, std::move(dims));
}

Tensor evaluate_slice(const EvaluateContext& context) {
    std::vector<std::int64_t> strides = row_major_strides(context.operand(0).shape.dims);
    std::int64_t base = 0;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        base += context.attributes().slice[i].start * strides[i];
        strides[i] *= context.shape().dims[i] > 1 ? context.attributes().slice[i].stride : 1;
    }
    return read_strided(context.shape(), context.operand(0), base, strides);
}

std::vector<ExprId> element_slice(ElementBuilder& builder, const ElementIndex& index) {
    ElementIndex operand_index;
    for (std::size_t i = 0; i < index.size(); ++i)
        operand_index.push_back(index[i] * builder.attributes().slice[i].stride +
                                Index(builder.attributes().slice[i].start));
    return {builder.operand(0, operand_index)};
}

} // namespace

const OpDefinition op_slice = {.infer = infer_slice,
                               .evaluate = evaluate_slice,
                               .form = ElementForm{.element = element_slice},
                               .cost = Cost::Free,
                               .access = Access::Reindexed,
                               .exact = true};

} // namespace hlo2cpp
