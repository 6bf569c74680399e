// sine: sin(x)
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kSine = in_lanes(
    math_function(
        "sin", [](const double* x) { return std::sin(x[0]); }, [](const Complex* x) { return std::sin(x[0]); }),
    IntrinsicId::Sin);

} // namespace

const OpDefinition op_sine = elementwise(kSine, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
