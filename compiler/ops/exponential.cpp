// exponential: e^x
#include "ops/elementwise.h"
#include "ops/known_sign.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kExponential = in_lanes(
    math_function(
        "exp", [](const double* x) { return std::exp(x[0]); }, [](const Complex* x) { return std::exp(x[0]); }),
    IntrinsicId::Exp);

// Arguments known to be not positive, as in a softmax, take fewer instructions.
std::vector<ExprId> element_exponential(ElementBuilder& builder, const ElementIndex& index) {
    Expr expr = applied_to_operands(builder, index);
    expr.not_positive = is_float(expr.type) &&
                        is_not_positive(builder.module(), builder.computation(), builder.instruction().operands[0]);
    return {builder.exprs().add(std::move(expr))};
}

tree::Expression print_exponential(const PrintContext& context) {
    const Expr& expr = context.expr;
    if (!expr.not_positive && !expr.addend) return print_elementwise(context);
    const ElementType type = context.type();
    const char* const function = expr.addend ? "exp_addend" : "exp_not_positive";
    return rounded(type, tree::call(function, number_type(type), {context.operands[0]}));
}

tree::Expression print_vector_exponential(const PrintContext& context) {
    const Expr& expr = context.expr;
    return print_vector_call(context, expr.addend         ? IntrinsicId::ExpAddend
                                      : expr.not_positive ? IntrinsicId::ExpNotPositive
                                                          : IntrinsicId::Exp);
}

} // namespace

const OpDefinition op_exponential =
    elementwise(kExponential,
                {.element = element_exponential, .print = print_exponential, .print_vector = print_vector_exponential},
                {.cost = Cost::Expensive});

} // namespace hlo2cpp
