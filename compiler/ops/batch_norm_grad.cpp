// batch-norm-grad gives (grad_operand, grad_scale, grad_offset) for operand x, scale, mean, variance and grad_output g:
// for each feature f, over its n indices i (whose part along the feature dimension is f), with
// r[f] = 1 / sqrt(variance[f] + epsilon),
//     grad_offset[f] = sum of g[i]               grad_scale[f] = sum of g[i] * (x[i] - mean[f]) * r[f]
//     grad_operand[i] = scale[f] * r[f] * (g[i] - grad_offset[f] / n - (x[i] - mean[f]) * r[f] * grad_scale[f] / n)
// Narrow floats are computed in f32; each result is rounded once.
#include "ops/batch_norm.h"

#include "evaluate/tensor.h"
#include "ops/expansion.h"
#include "ops/infer_checks.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

Shape infer_batch_norm_grad(const InferContext& context) {
    constexpr std::array<std::size_t, 3> kOperands = {1, 2, 3};
    constexpr std::array kNames = {"scale", "mean", "variance"};
    context.require_operands(5);
    const Shape features = check_features(context);
    require_features(context, kOperands, kNames, features);
    if (!same_shape(context.array_operand(4), context.operand(0)))
        context.fail("grad_output must have the shape of the operand, " + to_string(context.operand(0)) + ", found " +
                     to_string(context.operand(4)));
    return Shape::tuple_of({inferred_array(context, features.type, context.operand(0).dims), features, features});
}

Tensor evaluate_batch_norm_grad(const EvaluateContext& context) {
    const std::vector<std::int64_t>& dims = context.operand(0).shape.dims;
    const ElementType type =
        context.wide ? batch_norm_type(context.operand(0).shape.type) : context.operand(0).shape.type;
    const auto feature = static_cast<std::size_t>(context.attributes().feature_index);
    const Tensor::Reals &x = context.operand(0).reals(), &g = context.operand(4).reals(),
                        &mean = context.operand(2).reals();
    Tensor::Reals rate = context.operand(3).reals(), scale_sum(mean.size()), offset_sum(mean.size());
    for (double& variance : rate)
        variance = 1 / std::sqrt(variance + static_cast<double>(context.attributes().epsilon));
    double count = 1;
    for (std::size_t d = 0; d < dims.size(); ++d) count *= d == feature ? 1 : static_cast<double>(dims[d]);
    std::int64_t element = 0;
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const std::int64_t f = index[feature];
        offset_sum(f) += g(element);
        scale_sum(f) += g(element) * (x(element) - mean(f)) * rate(f);
        ++element;
    });
    Tensor result(context.shape());
    element = 0;
    for_each_index(dims, [&](const std::vector<std::int64_t>& index) {
        const std::int64_t f = index[feature];
        const double centered =
            g(element) - offset_sum(f) / count - (x(element) - mean(f)) * rate(f) * scale_sum(f) / count;
        result.tuple[0].reals()(element++) = round_to(type, context.operand(1).reals()(f) * rate(f) * centered);
    });
    for (std::int64_t f = 0; f < mean.size(); ++f) {
        result.tuple[1].reals()(f) = round_to(type, scale_sum(f));
        result.tuple[2].reals()(f) = round_to(type, offset_sum(f));
    }
    return result;
}

InstructionId expand_batch_norm_grad(Expansion& e) {
    const ElementType result = e.shape_of(e.operand(0)).type, type = batch_norm_type(result);
    const std::int64_t feature = e.attributes().feature_index;
    const InstructionId x = e.convert(type, e.operand(0)), g = e.convert(type, e.operand(4));
    const Shape full = e.shape_of(x), features = Shape::array(type, e.shape_of(e.operand(1)).dims);
    double count = 1;
    for (std::size_t d = 0; d < full.rank(); ++d)
        if (static_cast<std::int64_t>(d) != feature) count *= static_cast<double>(full.dims[d]);
    const auto spread = [&](InstructionId vector) { return e.spread(vector, full, feature); };
    const InstructionId n = e.number(features, count);
    const InstructionId epsilon = e.number(features, static_cast<double>(e.attributes().epsilon));
    const InstructionId deviation =
        e.unary(Opcode::Sqrt, e.binary(Opcode::Add, e.convert(type, e.operand(3)), epsilon));
    const InstructionId centered = e.binary(Opcode::Subtract, x, spread(e.convert(type, e.operand(2))));
    const InstructionId grad_offset = e.sum_to(g, feature);
    const InstructionId product = e.sum_to(e.binary(Opcode::Multiply, g, centered), feature);
    const InstructionId grad_scale = e.binary(Opcode::Divide, product, deviation);
    const InstructionId mean_offset = e.binary(Opcode::Divide, grad_offset, n);
    const InstructionId slope = e.binary(Opcode::Divide, e.binary(Opcode::Divide, grad_scale, deviation), n);
    const InstructionId straight = e.binary(Opcode::Subtract, g, spread(mean_offset));
    const InstructionId rest =
        e.binary(Opcode::Subtract, straight, e.binary(Opcode::Multiply, centered, spread(slope)));
    const InstructionId factor = e.binary(Opcode::Divide, e.convert(type, e.operand(1)), deviation);
    const InstructionId grad_operand = e.binary(Opcode::Multiply, rest, spread(factor));
    return e.tuple({e.convert(result, grad_operand), e.convert(result, grad_scale), e.convert(result, grad_offset)});
}

} // namespace

const OpDefinition op_batch_norm_grad = {.infer = infer_batch_norm_grad,
                                         .evaluate = evaluate_batch_norm_grad,
                                         .form = ExpandForm{.expand = expand_batch_norm_grad},
                                         .cost = Cost::Expensive};

} // namespace hlo2cpp
