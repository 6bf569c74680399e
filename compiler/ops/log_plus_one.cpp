// log-plus-one: log(1 + x), exact to the last places near 0
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

// log(1 + a + ib) = log(1 + a (2 + a) + b^2) / 2 + i atan2(b, 1 + a)
Complex log1p_of(Complex z) {
    const double a = z.real(), b = z.imag();
    const bool small = std::abs(a) < 0.5 && std::abs(b) < 0.5;
    return {small ? std::log1p(a * (2 + a) + b * b) / 2 : std::log(std::hypot(1 + a, b)), std::atan2(b, 1 + a)};
}

constexpr Formula kLogPlusOne = in_lanes(
    math_function(
        "log1p", [](const double* x) { return std::log1p(x[0]); }, [](const Complex* x) { return log1p_of(x[0]); }),
    IntrinsicId::Log1p);

} // namespace

const OpDefinition op_log_plus_one = elementwise(kLogPlusOne, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
