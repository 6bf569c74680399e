// acosh: log(x + sqrt(x^2 - 1)); NaN below 1
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAcosh = in_lanes(
    math_function(
        "acosh", [](const double* x) { return std::acosh(x[0]); }, [](const Complex* x) { return std::acosh(x[0]); }),
    IntrinsicId::Acosh);

} // namespace

const OpDefinition op_acosh = elementwise(kAcosh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
