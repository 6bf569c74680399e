// exponential-minus-one: e^x - 1, exact to the last places near 0
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

// e^(a+ib) - 1 = (e^a - 1) cos b - 2 sin^2(b/2) + i e^a sin b
Complex expm1_of(Complex z) {
    const double half = std::sin(z.imag() / 2);
    return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half, std::exp(z.real()) * std::sin(z.imag())};
}

constexpr Formula kExponentialMinusOne = in_lanes(
    math_function(
        "expm1", [](const double* x) { return std::expm1(x[0]); }, [](const Complex* x) { return expm1_of(x[0]); }),
    IntrinsicId::Expm1);

} // namespace

const OpDefinition op_exponential_minus_one = elementwise(kExponentialMinusOne, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
