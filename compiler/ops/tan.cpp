// tan: tan(x)
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kTan = in_lanes(
    math_function(
        "tan", [](const double* x) { return std::tan(x[0]); }, [](const Complex* x) { return std::tan(x[0]); }),
    IntrinsicId::Tan);

} // namespace

const OpDefinition op_tan = elementwise(kTan, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
