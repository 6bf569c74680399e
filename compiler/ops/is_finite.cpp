// is-finite: true unless x is an infinity or NaN, pred
#include "ops/elementwise.h"

#include <cmath>

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

constexpr Formula kIsFinite = {.kinds = kFloat};

Shape infer_is_finite(const InferContext& context) {
    Shape shape = infer_elementwise(context);
    shape.type = ElementType::Pred;
    return shape;
}

Tensor evaluate_is_finite(const EvaluateContext& context) {
    Tensor result(context.shape());
    const Tensor::Reals& x = context.operand(0).reals();
    for (std::int64_t i = 0; i < x.size(); ++i) result.integers()(i) = std::isfinite(x(i)) ? 1 : 0;
    return result;
}

tree::Expression print_is_finite(const PrintContext& context) {
    const ElementType type = context.types[0];
    return tree::call("is_finite", is_narrow_float(type) ? ElementType::F32 : type, {context.operands[0]});
}

// A mask by x - x, which is NaN for infinities and NaN.
tree::Expression print_vector_is_finite(const PrintContext& context) {
    const tree::Expression& x = context.operands[0];
    return tree::binary(tree::Operator::Equal, tree::subtract(x, x), tree::zero(number_type(context.types[0])));
}

} // namespace

const OpDefinition op_is_finite =
    elementwise(kIsFinite, {.print = print_is_finite, .print_vector = print_vector_is_finite},
                {.infer = infer_is_finite, .evaluate = evaluate_is_finite, .exact = true});

} // namespace hlo2cpp
