// real: the real part of x; x itself if it is real
#include "evaluate/tensor.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

Shape infer_real(const InferContext& context) {
    context.require_operands(1);
    return shape_like(context.operand(0), part_type(context.operand(0).type));
}

Tensor evaluate_real(const EvaluateContext& context) {
    const Tensor& x = context.operand(0);
    if (!is_complex(x.shape.type)) return x;
    Tensor result(context.shape());
    for (std::int64_t i = 0; i < result.elements(); ++i) result.reals()(i) = x.complexes()(i).real();
    return result;
}

tree::Expression print_real(const PrintContext& context) {
    const tree::Expression& x = context.operands[0];
    return is_complex(context.types[0]) ? tree::field(x, "re") : x;
}

} // namespace

const OpDefinition op_real = {.kinds = kFloat | kComplex,
                              .infer = infer_real,
                              .evaluate = evaluate_real,
                              .form = ElementwiseForm{.element = element_of_operands, .print = print_real},
                              .cost = Cost::Free,
                              .exact = true,
                              .moves_bits = true};

} // namespace hlo2cpp
