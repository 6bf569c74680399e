// erf: 2 / sqrt(pi) * integral of exp(-t^2) for t from 0 to x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kErf =
    in_lanes(math_function("erf", [](const double* x) { return std::erf(x[0]); }), IntrinsicId::Erf);

} // namespace

const OpDefinition op_erf = elementwise(kErf, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
