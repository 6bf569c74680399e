// complex: a + i b
#include "evaluate/tensor.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

Shape infer_complex(const InferContext& context) {
    context.require_operands(2);
    const Shape &re = context.array_operand(0), &im = context.array_operand(1);
    require_same_sizes(context, 0, 1);
    if (re.type != im.type || (re.type != ElementType::F32 && re.type != ElementType::F64))
        context.fail("the parts of a complex number must both be f32 or both f64, found " + to_string(re) + " and " +
                     to_string(im));
    return shape_like(re, re.type == ElementType::F32 ? ElementType::C64 : ElementType::C128);
}

Tensor evaluate_complex(const EvaluateContext& context) {
    Tensor result(context.shape());
    for (std::int64_t i = 0; i < result.elements(); ++i)
        result.complexes()(i) = {context.operand(0).reals()(i), context.operand(1).reals()(i)};
    return result;
}

tree::Expression print_complex(const PrintContext& context) {
    return tree::construct(tree::value_type(context.type()), {context.operands[0], context.operands[1]});
}

} // namespace

const OpDefinition op_complex = {.kinds = kFloat,
                                 .infer = infer_complex,
                                 .evaluate = evaluate_complex,
                                 .form = ElementwiseForm{.element = element_of_operands, .print = print_complex},
                                 .cost = Cost::Free,
                                 .exact = true,
                                 .moves_bits = true};

} // namespace hlo2cpp
