// batch-norm-training gives (output, mean, variance): for each feature f, over all indices i whose part along the
// feature dimension is f,
//     mean[f] = sum of operand[i] / n            variance[f] = sum of (operand[i] - mean[f])^2 / n
//     output[i] = (operand[i] - mean[f]) * (scale[f] / sqrt(variance[f] + epsilon)) + offset[f]
// Narrow floats are computed in f32; each result is rounded once.
#include "ops/batch_norm.h"

#include <cmath>

#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/infer_checks.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_batch_norm_training(const InferContext& context) {
    constexpr std::array<std::size_t, 2> kOperands = {1, 2};
    constexpr std::array kNames = {"scale", "offset"};
    context.require_operands(3);
    const Shape features = check_features(context);
    require_features(context, kOperands, kNames, features);
    return Shape::tuple_of({inferred_array(context, features.type, context.operand(0).dims), features, features});
}

struct Moments {
    Tensor::Reals mean, variance;
};

// Two passes: the sum of squares minus the square of the sum would cancel digits if the mean is large.
Moments moments_of(const Tensor& operand, std::size_t feature) {
    const std::vector<std::int64_t>& dims = operand.shape.dims;
    Moments result{Tensor::Reals(dims[feature]), Tensor::Reals(dims[feature])};
    double count = 1;
    for (std::size_t d = 0; d < dims.size(); ++d) count *= d == feature ? 1 : static_cast<double>(dims[d]);
    std::int64_t element = 0;
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        result.mean(index[feature]) += operand.reals()(element++);
    });
    for (double& mean : result.mean) mean /= count;
    element = 0;
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const double centered = operand.reals()(element++) - result.mean(index[feature]);
        result.variance(index[feature]) += centered * centered;
    });
    for (double& variance : result.variance) variance /= count;
    return result;
}

Tensor evaluate_batch_norm_training(const EvaluateContext& context) {
    const Tensor& operand = context.operand(0);
    const ElementType type = context.wide ? batch_norm_type(operand.shape.type) : operand.shape.type;
    const double epsilon = static_cast<double>(context.attributes().epsilon);
    const auto feature = static_cast<std::size_t>(context.attributes().feature_index);
    const Moments moments = moments_of(operand, feature);
    Tensor result(context.shape());
    std::int64_t element = 0;
    for_each_index(operand.shape.dims, [&](const std::vector<std::int64_t>& index) {
        const std::int64_t f = index[feature];
        const double factor = context.operand(1).reals()(f) / std::sqrt(moments.variance(f) + epsilon);
        const double value = (operand.reals()(element) - moments.mean(f)) * factor + context.operand(2).reals()(f);
        result.tuple[0].reals()(element++) = round_to(type, value);
    });
    for (std::int64_t f = 0; f < moments.mean.size(); ++f) {
        result.tuple[1].reals()(f) = round_to(type, moments.mean(f));
        result.tuple[2].reals()(f) = round_to(type, moments.variance(f));
    }
    return result;
}

InstructionId expand_batch_norm_training(Expansion& e) {
    const ElementType result = e.shape_of(e.operand(0)).type, type = batch_norm_type(result);
    const std::int64_t feature = e.attributes().feature_index;
    const InstructionId x = e.convert(type, e.operand(0));
    const Shape full = e.shape_of(x), features = Shape::array(type, e.shape_of(e.operand(1)).dims);
    double count = 1;
    for (std::size_t d = 0; d < full.rank(); ++d)
        if (static_cast<std::int64_t>(d) != feature) count *= static_cast<double>(full.dims[d]);
    const auto mean_of = [&](InstructionId array) {
        return e.binary(Opcode::Divide, e.sum_to(array, feature), e.number(features, count));
    };
    const InstructionId mean = mean_of(x);
    const InstructionId centered = e.binary(Opcode::Subtract, x, e.spread(mean, full, feature));
    const InstructionId variance = mean_of(e.binary(Opcode::Multiply, centered, centered));
    const InstructionId epsilon = e.number(features, static_cast<double>(e.attributes().epsilon));
    const InstructionId deviation = e.unary(Opcode::Sqrt, e.binary(Opcode::Add, variance, epsilon));
    const InstructionId factor = e.binary(Opcode::Divide, e.convert(type, e.operand(1)), deviation);
    const InstructionId scaled = e.binary(Opcode::Multiply, centered, e.spread(factor, full, feature));
    const InstructionId offset = e.spread(e.convert(type, e.operand(2)), full, feature);
    const InstructionId output = e.binary(Opcode::Add, scaled, offset);
    return e.tuple({e.convert(result, output), e.convert(result, mean), e.convert(result, variance)});
}

} // namespace

const OpDefinition op_batch_norm_training = {.infer = infer_batch_norm_training,
                                             .evaluate = evaluate_batch_norm_training,
                                             .form = ExpandForm{.expand = expand_batch_norm_training},
                                             .cost = Cost::Expensive};

} // namespace hlo2cpp
