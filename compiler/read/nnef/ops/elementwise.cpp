// Operations on the elements of tensors of one shape.
#include <cmath>

#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

Op elu(const OperationCall& call) {
    const Op x = call.tensor("x"), alpha = builder::ScalarLike(x, call.scalar("alpha"));
    const Op below = call.is_scalar("alpha", 1) ? builder::Expm1(x) : builder::Mul(builder::Expm1(x), alpha);
    const Op zero = broadcast_whole(builder::ScalarLike(x, 0), extents_of(x));
    return builder::Select(builder::Lt(x, zero), below, x);
}

Op sigmoid(Op x) {
    const Op one = builder::ScalarLike(x, 1);
    return builder::Div(one, builder::Add(builder::Exp(builder::Neg(x)), one));
}

// log(exp(x) + 1), which does not overflow.
Op softplus(Op x) {
    const Op zero = builder::ScalarLike(x, 0);
    return builder::Add(builder::Max(x, zero), builder::Log1p(builder::Exp(builder::Neg(builder::Abs(x)))));
}

Op log2(const OperationCall& call) {
    const Value& x = call.argument("x");
    if (x.is_scalar()) return call.graph().constant(Value(std::log2(x.scalar())));
    return builder::Div(builder::Log(x.tensor()), builder::ScalarLike(x.tensor(), std::log(2.0)));
}

Op select(const OperationCall& call) {
    const Op condition = call.tensor("condition");
    Op yes = call.tensor("true_value"), no = call.tensor("false_value");
    const Sizes extents = broadcast_extents(call, {condition, yes, no});
    return builder::Select(broadcast_whole(condition, extents), broadcast_whole(yes, extents),
                           broadcast_whole(no, extents));
}

Op add_n(const OperationCall& call) {
    const Ops terms = call.tensors("x");
    if (terms.empty()) return zeros(call, ElementType::F32, {1});
    Op sum = terms[0];
    for (std::size_t i = 1; i < terms.size(); ++i) {
        const Sizes extents = broadcast_extents(call, {sum, terms[i]});
        sum = builder::Add(broadcast(sum, extents), broadcast(terms[i], extents));
    }
    return sum;
}

Op cast(const OperationCall& call) {
    const Op x = call.tensor("input");
    const ElementType type = element_type(call.base());
    if (call.base() == Base::String) call.fail("there are no tensors of strings");
    if (x.shape().type == type) return x;
    if (type == ElementType::Pred) return builder::Ne(x, builder::ScalarLike(x, 0));
    return builder::ConvertElementType(x, type);
}

Op reciprocal_square(Op x) {
    return builder::Reciprocal(builder::Square(x));
}

} // namespace

void add_elementwise(OperationTable& table) {
    const auto unary = [&](std::string_view name, Op (*op)(Op)) {
        table[name] = [op](const OperationCall& call) { return Value(op(call.tensor("x"))); };
    };
    const auto binary = [&](std::string_view name, Op (*op)(Op, Op, const Sizes&)) {
        table[name] = [op](const OperationCall& call) {
            const Op x = call.tensor("x"), y = call.tensor("y");
            const Sizes extents = broadcast_extents(call, {x, y});
            return Value(op(broadcast(x, extents), broadcast(y, extents), {}));
        };
    };
    const auto other = [&](std::string_view name, Op (*op)(const OperationCall&)) {
        table[name] = [op](const OperationCall& call) { return Value(op(call)); };
    };
    unary("copy", [](Op x) { return x; });
    unary("neg", builder::Neg);
    unary("rcp", builder::Reciprocal);
    unary("exp", builder::Exp);
    unary("log", builder::Log);
    unary("sin", builder::Sin);
    unary("cos", builder::Cos);
    unary("tan", builder::Tan);
    unary("asin", builder::Asin);
    unary("acos", builder::Acos);
    unary("atan", builder::Atan);
    unary("sinh", builder::Sinh);
    unary("cosh", builder::Cosh);
    unary("tanh", builder::Tanh);
    unary("asinh", builder::Asinh);
    unary("acosh", builder::Acosh);
    unary("atanh", builder::Atanh);
    unary("abs", builder::Abs);
    unary("sign", builder::Sign);
    unary("floor", builder::Floor);
    unary("ceil", builder::Ceil);
    unary("round", builder::Round);
    unary("sqr", builder::Square);
    unary("sqrt", builder::Sqrt);
    unary("rsqr", reciprocal_square);
    unary("rsqrt", builder::Rsqrt);
    unary("not", builder::Not);
    unary("sigmoid", sigmoid);
    unary("softplus", softplus);
    binary("add", builder::Add);
    binary("sub", builder::Sub);
    binary("mul", builder::Mul);
    binary("div", builder::Div);
    binary("pow", builder::Pow);
    binary("min", builder::Min);
    binary("max", builder::Max);
    binary("lt", builder::Lt);
    binary("gt", builder::Gt);
    binary("le", builder::Le);
    binary("ge", builder::Ge);
    binary("eq", builder::Eq);
    binary("ne", builder::Ne);
    binary("and", builder::And);
    binary("or", builder::Or);
    other("elu", elu);
    other("log2", log2);
    other("select", select);
    other("add_n", add_n);
    other("cast", cast);
}

} // namespace hlo2cpp::nnef
