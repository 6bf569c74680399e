// select(p, a, b): a if p holds, else b. A scalar p chooses one of the arrays.
#include "ops/elementwise.h"

#include "evaluate/tensor.h"

namespace hlo2cpp {
namespace {

Shape infer_select(const InferContext& context) {
    context.require_operands(3);
    const Shape& predicate = context.array_operand(0);
    const Shape& a = context.array_operand(1);
    if (!same_shape(a, context.array_operand(2)))
        context.fail("operands 1 and 2 must have the same shape, found " + to_string(a) + " and " +
                     to_string(context.operand(2)));
    if (!predicate.is_scalar()) require_same_sizes(context, 1, 0);
    return shape_like(a, a.type);
}

Tensor evaluate_select(const EvaluateContext& context) {
    Tensor result(context.shape());
    const Tensor& predicate = context.operand(0);
    const std::int64_t step = predicate.shape.is_scalar() ? 0 : 1;
    for (std::int64_t i = 0; i < result.elements(); ++i)
        result.copy_element(i, context.operand(predicate.integers()(i * step) != 0 ? 1 : 2), i);
    return result;
}

// True if the select is its own predicate: true and false are chosen.
bool chooses_itself(ElementBuilder& builder, const ElementIndex& index) {
    if (!is_pred(builder.shape().type)) return false;
    const auto constant = [&](std::size_t operand, bool value) {
        const Expr& expr = builder.exprs()[builder.operand(operand, index)];
        return expr.kind == ExprKind::Constant && (std::to_integer<int>(expr.bits[0]) != 0) == value;
    };
    return constant(1, true) && constant(2, false);
}

// A constant predicate, and a select that is its own predicate, need no choice.
std::vector<ExprId> element_select(ElementBuilder& builder, const ElementIndex& index) {
    const ExprId predicate = builder.operand(0, builder.operand_shape(0).is_scalar() ? ElementIndex() : index);
    const Expr& expr = builder.exprs()[predicate];
    if (expr.kind == ExprKind::Constant)
        return {builder.operand(std::to_integer<int>(expr.bits[0]) != 0 ? 1 : 2, index)};
    if (chooses_itself(builder, index)) return {predicate};
    return element_of_operands(builder, index);
}

bool is_literal(const tree::Expression& operand) {
    return operand->kind == tree::ExpressionKind::Literal || operand->kind == tree::ExpressionKind::Integer;
}

tree::Expression print_select(const PrintContext& context) {
    const tree::Expression &a = context.operands[1], &b = context.operands[2];
    const tree::Expression value = tree::conditional(context.operands[0], a, b);
    // A literal is an int, which makes the other one an int too.
    const bool widened = is_integer(context.type()) && (is_literal(a) || is_literal(b));
    return widened ? narrowed(context.type(), value) : value;
}

// Selects by a mask.
tree::Expression print_vector_select(const PrintContext& context) {
    return tree::conditional(context.operands[0], context.operands[1], context.operands[2]);
}

Range range_select(const RangeContext& x) {
    return hull(x.operand(1), x.operand(2));
}

} // namespace

const OpDefinition op_select = {.kinds = kPred,
                                .infer = infer_select,
                                .evaluate = evaluate_select,
                                .form = ElementwiseForm{.element = element_select,
                                                        .print = print_select,
                                                        .print_vector = print_vector_select,
                                                        .range = range_select},
                                .exact = true,
                                .moves_bits = true};

} // namespace hlo2cpp
