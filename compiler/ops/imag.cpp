// imag: the imaginary part of x; 0 if x is real
#include "evaluate/tensor.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

Shape infer_imag(const InferContext& context) {
    context.require_operands(1);
    return shape_like(context.operand(0), part_type(context.operand(0).type));
}

Tensor evaluate_imag(const EvaluateContext& context) {
    const Tensor& x = context.operand(0);
    Tensor result(context.shape());
    if (!is_complex(x.shape.type)) return result;
    for (std::int64_t i = 0; i < result.elements(); ++i) result.reals()(i) = x.complexes()(i).imag();
    return result;
}

tree::Expression print_imag(const PrintContext& context) {
    const tree::Expression& x = context.operands[0];
    return is_complex(context.types[0]) ? tree::field(x, "im") : tree::zero(context.type());
}

} // namespace

const OpDefinition op_imag = {.kinds = kFloat | kComplex,
                              .infer = infer_imag,
                              .evaluate = evaluate_imag,
                              .form = ElementwiseForm{.element = element_of_operands, .print = print_imag},
                              .cost = Cost::Free,
                              .exact = true,
                              .moves_bits = true};

} // namespace hlo2cpp
