// logistic: 1 / (1 + e^-x)
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

Complex complex_logistic(Complex x) {
    const double nan = x.imag() - x.imag();
    return nan == 0 ? 1.0 / (1.0 + std::exp(-x)) : Complex(nan, nan);
}

constexpr Formula kLogistic = in_lanes(math_function(
                                           "logistic", [](const double* x) { return 1.0 / (1.0 + std::exp(-x[0])); },
                                           [](const Complex* x) { return complex_logistic(x[0]); }),
                                       IntrinsicId::Logistic);

} // namespace

const OpDefinition op_logistic = elementwise(kLogistic, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
