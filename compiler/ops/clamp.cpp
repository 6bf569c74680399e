// clamp(lo, x, hi): minimum(maximum(x, lo), hi): lo > hi gives hi, any NaN gives NaN. Scalar bounds serve all elements.
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

std::int64_t clamped_integer(ElementType type, const std::int64_t* x) {
    const std::int64_t raised = is_less(type, x[1], x[0]) ? x[0] : x[1];
    return is_less(type, x[2], raised) ? x[2] : raised;
}

double clamped(const double* x) {
    const double raised[] = {formula_of(Opcode::Maximum).real(x), x[2]};
    return formula_of(Opcode::Minimum).real(raised);
}

Complex clamped_complex(const Complex* x) {
    const Complex operands[] = {x[1], x[0]}, raised[] = {formula_of(Opcode::Maximum).complex(operands), x[2]};
    return formula_of(Opcode::Minimum).complex(raised);
}

constexpr Formula kClamp = {
    .operands = 3, .kinds = kAnything, .integer = clamped_integer, .real = clamped, .complex = clamped_complex};

Shape infer_clamp(const InferContext& context) {
    context.require_operands(3);
    const Shape& x = context.array_operand(1);
    for (const std::size_t bound : {std::size_t{0}, std::size_t{2}}) {
        const Shape& shape = context.array_operand(bound);
        if (shape.type != x.type)
            context.fail("the bounds must have the operand's element type, found " + to_string(shape) + " and " +
                         to_string(x));
        if (!shape.is_scalar()) require_same_sizes(context, 1, bound);
    }
    return shape_like(x, x.type);
}

// Built of minimum and maximum, so that it prints like the two ops.
std::vector<ExprId> element_clamp(ElementBuilder& builder, const ElementIndex& index) {
    const auto operand = [&](std::size_t i) {
        return builder.operand(i, builder.operand_shape(i).is_scalar() ? ElementIndex() : index);
    };
    const ElementType type = builder.shape().type;
    const ExprId raised = builder.apply(Opcode::Maximum, type, {operand(1), operand(0)});
    return {builder.apply(Opcode::Minimum, type, {raised, operand(2)})};
}

} // namespace

const OpDefinition op_clamp = {.infer = infer_clamp,
                               .evaluate = evaluate_elementwise,
                               .form = ElementwiseForm{.formula = &kClamp, .element = element_clamp},
                               .exact = true};

} // namespace hlo2cpp
