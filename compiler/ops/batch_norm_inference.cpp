// batch-norm-inference: result[i] = (operand[i] - mean[f]) * (scale[f] / sqrt(variance[f] + epsilon)) + offset[f],
// where f is the part of i along the feature dimension; narrow floats are computed in f32 and rounded once
#include <array>
#include <cmath>

#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

constexpr std::array kOperandNames = {"operand", "scale", "offset", "mean", "variance"};

Shape infer_batch_norm_inference(const InferContext& context) {
    context.require_operands(kOperandNames.size());
    const Shape& operand = context.array_operand(0);
    if (!is_float(operand.type)) context.fail("its operand must be floating point, found " + to_string(operand));
    require_dimension(context, "feature_index", context.attributes().feature_index, operand);
    const std::int64_t features = operand.dims[static_cast<std::size_t>(context.attributes().feature_index)];
    for (std::size_t i = 1; i < kOperandNames.size(); ++i)
        if (!same_shape(context.array_operand(i), Shape::array(operand.type, {features})))
            context.fail(std::string(kOperandNames[i]) + " must be one number a feature of " + to_string(operand) +
                         ", " + to_string(Shape::array(operand.type, {features})) + ", found " +
                         to_string(context.operand(i)));
    return inferred_array(context, operand.type, operand.dims);
}

Tensor evaluate_batch_norm_inference(const EvaluateContext& context) {
    const ElementType type =
        context.wide && is_narrow_float(context.shape().type) ? ElementType::F32 : context.shape().type;
    const double epsilon = static_cast<double>(context.attributes().epsilon);
    const auto feature = static_cast<std::size_t>(context.attributes().feature_index);
    const Tensor::Reals& scale = context.operand(1).reals();
    const Tensor::Reals& offset = context.operand(2).reals();
    const Tensor::Reals& mean = context.operand(3).reals();
    const Tensor::Reals& variance = context.operand(4).reals();
    Tensor result(context.shape());
    std::int64_t element = 0;
    for_each_index(context.shape().dims, [&](const std::vector<std::int64_t>& index) {
        const std::int64_t f = index[feature];
        const double x = context.operand(0).reals()(element);
        result.reals()(element++) =
            round_to(type, (x - mean(f)) * (scale(f) / std::sqrt(variance(f) + epsilon)) + offset(f));
    });
    return result;
}

std::vector<ExprId> element_batch_norm_inference(ElementBuilder& builder, const ElementIndex& index) {
    const ElementType result = builder.shape().type, type = is_narrow_float(result) ? ElementType::F32 : result;
    const ElementIndex feature = {index[static_cast<std::size_t>(builder.attributes().feature_index)]};
    const auto operand = [&](std::size_t i) {
        return builder.convert(type, builder.operand(i, i == 0 ? index : feature));
    };
    const ExprId epsilon = builder.constant(type, static_cast<double>(builder.attributes().epsilon));
    const ExprId deviation =
        builder.apply(Opcode::Sqrt, type, {builder.apply(Opcode::Add, type, {operand(4), epsilon})});
    const ExprId factor = builder.apply(Opcode::Divide, type, {operand(1), deviation});
    const ExprId centered = builder.apply(Opcode::Subtract, type, {operand(0), operand(3)});
    const ExprId scaled = builder.apply(Opcode::Multiply, type, {centered, factor});
    return {builder.convert(result, builder.apply(Opcode::Add, type, {scaled, operand(2)}))};
}

} // namespace

const OpDefinition op_batch_norm_inference = {.infer = infer_batch_norm_inference,
                                              .evaluate = evaluate_batch_norm_inference,
                                              .form = ElementForm{.element = element_batch_norm_inference},
                                              .cost = Cost::Expensive};

} // namespace hlo2cpp
