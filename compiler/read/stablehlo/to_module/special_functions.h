// Functions of mathematics that StableHLO's client dialect has and HLO has not, as HLO.
//
// Arguments are arrays of f32 or f64, the two of a function of one type and shape. Formulas and coefficients are those
// that XLA's own converter expands them to, so the results agree with XLA's but for rounding.
#pragma once

#include <span>

#include "ir/builder/builder.h"

namespace hlo2cpp::stablehlo {

// Horner's scheme; the coefficient of the highest power comes first.
builder::Op polynomial(builder::Op x, std::span<const double> coefficients);

// Inverse of erf: +-infinity at +-1, NaN outside [-1, 1].
builder::Op erf_inv(builder::Op x);
// 1 - erf(x), with small relative error also where that is near 0.
builder::Op erfc(builder::Op x);
// Modified Bessel function of order 1, times exp(-|x|).
builder::Op bessel_i1e(builder::Op x);
// log |gamma(x)|: infinity at 0, -1, -2, ...
builder::Op lgamma(builder::Op x);
// Derivative of lgamma: NaN at 0, -1, -2, ...
builder::Op digamma(builder::Op x);
// Hurwitz's zeta function, the sum of (q + k)^-x over k = 0, 1, ...
builder::Op zeta(builder::Op x, builder::Op q);
// Derivative number n of digamma; NaN unless n is 0, 1, 2, ...
builder::Op polygamma(builder::Op n, builder::Op x);

} // namespace hlo2cpp::stablehlo
