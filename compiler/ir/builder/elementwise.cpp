#include "ir/builder/elementwise.h"

#include <algorithm>

#include "ir/builder/arrays.h"
#include "ir/builder/control.h"
#include "support/diagnostics.h"

namespace hlo2cpp::builder {
namespace {

Op unary(Opcode opcode, Op operand) {
    return operand.builder().AddInstruction({.opcode = opcode}, {operand});
}

// Sizes of the result: those of both operands, where a dimension of size 1 takes the other operand's size.
Sizes joint_sizes(const Shape& a, const Shape& b) {
    Sizes dims = a.dims;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (a.dims[i] != b.dims[i] && a.dims[i] != 1 && b.dims[i] != 1)
            throw InputError("operands of " + to_string(a) + " and " + to_string(b) + " do not fit: dimension " +
                             std::to_string(i) + " is neither equal nor 1");
        if (a.dims[i] == 1) dims[i] = b.dims[i];
    }
    return dims;
}

// Broadcasts `low` to the rank of `high`: its dimension i becomes dimension broadcast_dimensions[i] of `high`.
Op with_rank_of(Op low, const Shape& high, const Sizes& broadcast_dimensions) {
    const Shape& shape = low.shape();
    if (shape.is_scalar() || shape.rank() == high.rank()) return low;
    const auto complain = [&](const std::string& why) {
        throw InputError("operands of " + to_string(shape) + " and " + to_string(high) + " have different ranks, and " +
                         why);
    };
    if (broadcast_dimensions.size() != shape.rank())
        complain("broadcast_dimensions must say which dimension of the larger one each of the smaller one is");
    Sizes sizes = high.dims;
    for (std::size_t i = 0; i < broadcast_dimensions.size(); ++i) {
        const std::int64_t d = broadcast_dimensions[i];
        if (d < 0 || d >= static_cast<std::int64_t>(high.rank()) || (i > 0 && d <= broadcast_dimensions[i - 1]))
            complain("broadcast_dimensions must be dimensions of the larger one, in rising order");
        sizes[static_cast<std::size_t>(d)] = shape.dims[i];
    }
    return BroadcastInDim(low, sizes, broadcast_dimensions);
}

// The operands at the result's sizes.
Ops fitted(Op lhs, Op rhs, const Sizes& broadcast_dimensions) {
    const bool lhs_is_higher = lhs.shape().rank() > rhs.shape().rank();
    const Op high = lhs_is_higher ? lhs : rhs;
    const Sizes& dimensions = broadcast_dimensions;
    if (lhs.shape().rank() == rhs.shape().rank() && !dimensions.empty() &&
        (dimensions.size() != lhs.shape().rank() || !is_identity(dimensions)))
        throw InputError("operands of " + to_string(lhs.shape()) + " and " + to_string(rhs.shape()) +
                         " have one rank, so broadcast_dimensions must be empty, or name each dimension in order");
    const Shape higher = high.shape();
    lhs = with_rank_of(lhs, higher, dimensions);
    rhs = with_rank_of(rhs, higher, dimensions);
    const bool scalars = lhs.shape().is_scalar() || rhs.shape().is_scalar();
    const Sizes sizes = scalars ? higher.dims : joint_sizes(lhs.shape(), rhs.shape());
    return {ExpandInDim(lhs, sizes), ExpandInDim(rhs, sizes)};
}

Op binary(Opcode opcode, Op lhs, Op rhs, const Sizes& broadcast_dimensions, const Attributes& attributes = {}) {
    return lhs.builder().AddInstruction({.opcode = opcode, .attributes = attributes},
                                        fitted(lhs, rhs, broadcast_dimensions));
}

Op ternary(Opcode opcode, Op a, Op b, Op c) {
    const Op* largest = &a;
    for (const Op* op : {&b, &c})
        if (op->shape().rank() > largest->shape().rank()) largest = op;
    const Sizes sizes = largest->shape().dims;
    Ops operands;
    for (const Op op : {a, b, c}) operands.push_back(op.shape().is_scalar() ? ExpandInDim(op, sizes) : op);
    return a.builder().AddInstruction({.opcode = opcode}, operands);
}

ComputationId itself(Builder& builder, const Shape& shape) {
    const std::unique_ptr<Builder> inside = builder.CreateSubBuilder("itself");
    return inside->BuildSubComputation(Parameter(*inside, 0, shape, "p"));
}

} // namespace

#define UNARY(Name, opcode)                                                                                            \
    Op Name(Op operand) {                                                                                              \
        return unary(Opcode::opcode, operand);                                                                         \
    }
UNARY(Abs, Abs)
UNARY(Acos, Acos)
UNARY(Acosh, Acosh)
UNARY(Asin, Asin)
UNARY(Asinh, Asinh)
UNARY(Atan, Atan)
UNARY(Atanh, Atanh)
UNARY(Cbrt, Cbrt)
UNARY(Ceil, Ceil)
UNARY(Clz, CountLeadingZeros)
UNARY(Copy, Copy)
UNARY(Cos, Cosine)
UNARY(Cosh, Cosh)
UNARY(Erf, Erf)
UNARY(Exp, Exponential)
UNARY(Expm1, ExponentialMinusOne)
UNARY(Floor, Floor)
UNARY(Imag, Imag)
UNARY(IsFinite, IsFinite)
UNARY(Log, Log)
UNARY(Log1p, LogPlusOne)
UNARY(Logistic, Logistic)
UNARY(Neg, Negate)
UNARY(Not, Not)
UNARY(PopulationCount, Popcnt)
UNARY(Real, Real)
UNARY(Round, RoundNearestAfz)
UNARY(RoundNearestEven, RoundNearestEven)
UNARY(Rsqrt, Rsqrt)
UNARY(Sign, Sign)
UNARY(Sin, Sine)
UNARY(Sinh, Sinh)
UNARY(Sqrt, Sqrt)
UNARY(Tan, Tan)
UNARY(Tanh, Tanh)
#undef UNARY

#define BINARY(Name, opcode)                                                                                           \
    Op Name(Op lhs, Op rhs, const Sizes& broadcast_dimensions) {                                                       \
        return binary(Opcode::opcode, lhs, rhs, broadcast_dimensions);                                                 \
    }
BINARY(Add, Add)
BINARY(And, And)
BINARY(Atan2, Atan2)
BINARY(Complex, Complex)
BINARY(Div, Divide)
BINARY(Max, Maximum)
BINARY(Min, Minimum)
BINARY(Mul, Multiply)
BINARY(Mulhi, Mulhi)
BINARY(Or, Or)
BINARY(Pow, Power)
BINARY(Rem, Remainder)
BINARY(ShiftLeft, ShiftLeft)
BINARY(ShiftRightArithmetic, ShiftRightArithmetic)
BINARY(ShiftRightLogical, ShiftRightLogical)
BINARY(Sub, Subtract)
BINARY(Xor, Xor)
#undef BINARY

#define COMPARISON(direction)                                                                                          \
    Op direction(Op lhs, Op rhs, const Sizes& broadcast_dimensions) {                                                  \
        return Compare(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction);                                \
    }                                                                                                                  \
    Op direction##TotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions) {                                      \
        return Compare(lhs, rhs, broadcast_dimensions, ComparisonDirection::direction, true);                          \
    }
COMPARISON(Eq)
COMPARISON(Ne)
COMPARISON(Ge)
COMPARISON(Gt)
COMPARISON(Le)
COMPARISON(Lt)
#undef COMPARISON

Op Compare(Op lhs, Op rhs, const Sizes& broadcast_dimensions, ComparisonDirection direction, bool total_order) {
    return binary(Opcode::Compare, lhs, rhs, broadcast_dimensions,
                  {.direction = direction, .total_order = total_order && is_float(lhs.shape().type)});
}

Op Compare(Op lhs, Op rhs, ComparisonDirection direction) {
    return Compare(lhs, rhs, {}, direction);
}

Op Conj(Op operand) {
    return Complex(Real(operand), Neg(Imag(operand)));
}

Op Reciprocal(Op operand) {
    return Div(ScalarLike(operand, 1), operand);
}

Op Square(Op operand) {
    return Mul(operand, operand);
}

Op Clamp(Op min, Op operand, Op max) {
    return ternary(Opcode::Clamp, min, operand, max);
}

Op Select(Op pred, Op on_true, Op on_false) {
    if (!on_true.shape().is_tuple()) return ternary(Opcode::Select, pred, on_true, on_false);
    Builder& builder = on_true.builder();
    const ComputationId first = itself(builder, on_true.shape()), second = itself(builder, on_false.shape());
    return Conditional(pred, on_true, first, on_false, second);
}

Op ConvertElementType(Op operand, ElementType new_element_type) {
    if (is_complex(operand.shape().type) && !is_complex(new_element_type)) operand = Real(operand);
    return operand.builder().AddInstruction(
        {.opcode = Opcode::Convert, .shape = Shape::array(new_element_type, operand.shape().dims)}, {operand});
}

Op BitcastConvertType(Op operand, ElementType new_element_type) {
    return operand.builder().AddInstruction(
        {.opcode = Opcode::BitcastConvert, .shape = Shape::array(new_element_type, operand.shape().dims)}, {operand});
}

Op StochasticConvertType(Op operand, Op random, ElementType new_element_type) {
    return operand.builder().AddInstruction(
        {.opcode = Opcode::StochasticConvert, .shape = Shape::array(new_element_type, operand.shape().dims)},
        {operand, random});
}

Op ReducePrecision(Op operand, int exponent_bits, int mantissa_bits) {
    return operand.builder().AddInstruction(
        {.opcode = Opcode::ReducePrecision,
         .attributes = {.exponent_bits = exponent_bits, .mantissa_bits = mantissa_bits}},
        {operand});
}

} // namespace hlo2cpp::builder
