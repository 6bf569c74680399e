// atan: the angle in [-pi / 2, pi / 2] whose tangent is x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAtan = in_lanes(
    math_function(
        "atan", [](const double* x) { return std::atan(x[0]); }, [](const Complex* x) { return std::atan(x[0]); }),
    IntrinsicId::Atan);

} // namespace

const OpDefinition op_atan = elementwise(kAtan, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
