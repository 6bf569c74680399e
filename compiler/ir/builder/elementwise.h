// Operations on elements at the same index. An operand that is a scalar, or whose sizes of 1 meet larger ones, is
// broadcast; one of lower rank is, too, where broadcast_dimensions says which dimensions of the result its own are.
#pragma once

#include "ir/builder/builder.h"

namespace hlo2cpp::builder {

Op Abs(Op operand); // of complex numbers their magnitude
Op Acos(Op operand);
Op Acosh(Op operand);
Op Asin(Op operand);
Op Asinh(Op operand);
Op Atan(Op operand);
Op Atanh(Op operand);
Op Cbrt(Op operand);
Op Ceil(Op operand);
Op Clz(Op operand);
Op Conj(Op operand); // real(x) - i imag(x)
Op Copy(Op operand);
Op Cos(Op operand);
Op Cosh(Op operand);
Op Erf(Op operand);
Op Exp(Op operand);
Op Expm1(Op operand);
Op Floor(Op operand);
Op Imag(Op operand);
Op IsFinite(Op operand);
Op Log(Op operand);
Op Log1p(Op operand);
Op Logistic(Op operand);
Op Neg(Op operand);
Op Not(Op operand);
Op PopulationCount(Op operand);
Op Real(Op operand);
Op Reciprocal(Op operand); // 1 / x
Op Round(Op operand);      // halves away from zero
Op RoundNearestEven(Op operand);
Op Rsqrt(Op operand);
Op Sign(Op operand);
Op Sin(Op operand);
Op Sinh(Op operand);
Op Sqrt(Op operand);
Op Square(Op operand); // x * x
Op Tan(Op operand);
Op Tanh(Op operand);

Op Add(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op And(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Atan2(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Complex(Op real, Op imag, const Sizes& broadcast_dimensions = {});
Op Div(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Max(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Min(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Mul(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Mulhi(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Or(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Pow(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Rem(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op ShiftLeft(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op ShiftRightArithmetic(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op ShiftRightLogical(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Sub(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Xor(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});

Op Compare(Op lhs, Op rhs, const Sizes& broadcast_dimensions, ComparisonDirection direction, bool total_order = false);
Op Compare(Op lhs, Op rhs, ComparisonDirection direction);
Op Eq(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Ne(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Ge(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Gt(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Le(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op Lt(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
// -NaN < -inf < ... < -0 < +0 < ... < NaN
Op EqTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op NeTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op GeTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op GtTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op LeTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});
Op LtTotalOrder(Op lhs, Op rhs, const Sizes& broadcast_dimensions = {});

Op Clamp(Op min, Op operand, Op max);
// Selects between elements, or between tuples by a scalar `pred`: that is a conditional.
Op Select(Op pred, Op on_true, Op on_false);

// Converts the elements; a complex number becomes real by its real part.
Op ConvertElementType(Op operand, ElementType new_element_type);
// Elements of another width make one dimension more, or less, as bitcast-convert has it.
Op BitcastConvertType(Op operand, ElementType new_element_type);
Op StochasticConvertType(Op operand, Op random, ElementType new_element_type);
Op ReducePrecision(Op operand, int exponent_bits, int mantissa_bits);

} // namespace hlo2cpp::builder
