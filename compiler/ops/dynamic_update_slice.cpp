// dynamic-update-slice: result[i] = update[i - s] if i - s is inside the update, else operand[i]; starts s clamped so
// that the update fits.
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/start_index.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_dynamic_update_slice(const InferContext& context) {
    const Shape& operand = context.array_operand(0);
    const Shape& update = context.array_operand(1);
    require_start_indices(context, 2, operand);
    bool fits = update.type == operand.type && update.rank() == operand.rank();
    for (std::size_t d = 0; fits && d < operand.rank(); ++d) fits = update.dims[d] <= operand.dims[d];
    if (!fits) context.fail("an update " + to_string(update) + " does not fit in " + to_string(operand));
    return inferred_array(context, operand.type, operand.dims);
}

Tensor evaluate_dynamic_update_slice(const EvaluateContext& context) {
    const Shape& update = context.operand(1).shape;
    const std::vector<std::int64_t> strides = row_major_strides(context.shape().dims);
    std::int64_t base = 0;
    for (std::size_t d = 0; d < strides.size(); ++d)
        base += clamped_start(context.operand(d + 2), 0, context.shape().dims[d] - update.dims[d]) * strides[d];
    Tensor result = context.take(0);
    write_strided(result, context.operand(1), base, strides);
    return result;
}

std::vector<ExprId> element_dynamic_update_slice(ElementBuilder& builder, const ElementIndex& index) {
    const Shape& update = builder.operand_shape(1);
    const ExprId operand = builder.operand(0, index);
    if (update.elements() == 0) return {operand};
    std::vector<Condition> conditions;
    ElementIndex update_index;
    for (std::size_t d = 0; d < index.size(); ++d) {
        const std::int64_t high = builder.shape().dims[d] - update.dims[d];
        update_index.push_back(index[d] -
                               (high == 0 ? Index(0) : start_index(builder, builder.operand(d + 2, {}), high)));
        conditions.push_back({.index = update_index.back(), .low = 0, .high = update.dims[d]});
    }
    return {builder.guard(std::move(conditions), builder.operand(1, update_index), operand)};
}

Update update_dynamic_update_slice(ElementBuilder& builder) {
    const Shape& slice = builder.operand_shape(1);
    const std::vector<Index> point = builder.open_points(slice.dims);
    Update update = {.index = {}, .values = {builder.operand(1, point)}};
    for (std::size_t d = 0; d < point.size(); ++d)
        update.index.push_back(
            point[d] + start_index(builder, builder.operand(2 + d, {}), builder.shape().dims[d] - slice.dims[d]));
    return update;
}

} // namespace

const OpDefinition op_dynamic_update_slice = {
    .infer = infer_dynamic_update_slice,
    .evaluate = evaluate_dynamic_update_slice,
    .form = UpdateForm{.update = update_dynamic_update_slice, .element = element_dynamic_update_slice},
    .access = Access::Piecewise,
    .exact = true};

} // namespace hlo2cpp
