// asinh: log(x + sqrt(x^2 + 1)), odd
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAsinh = in_lanes(
    math_function(
        "asinh", [](const double* x) { return std::asinh(x[0]); }, [](const Complex* x) { return std::asinh(x[0]); }),
    IntrinsicId::Asinh);

} // namespace

const OpDefinition op_asinh = elementwise(kAsinh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
