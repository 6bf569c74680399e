// sqrt: the square root of x, correctly rounded; NaN below zero, and sqrt(-0) = -0
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

// Complex square root with +infinity i for -infinity +- 0 i.
Complex complex_sqrt(Complex x) {
    return x.imag() == 0 && std::isinf(x.real()) ? std::sqrt(Complex(x.real(), 0)) : std::sqrt(x);
}

constexpr Formula kSqrt = in_lanes(
    math_function(
        "sqrt", [](const double* x) { return std::sqrt(x[0]); }, [](const Complex* x) { return complex_sqrt(x[0]); }),
    IntrinsicId::Sqrt);

} // namespace

const OpDefinition op_sqrt = elementwise(kSqrt, {}, {.cost = Cost::Division, .exact = true});

} // namespace hlo2cpp
