// acos: the angle in [0, pi] whose cosine is x; NaN outside [-1, 1]
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAcos = math_function(
    "acos", [](const double* x) { return std::acos(x[0]); }, [](const Complex* x) { return std::acos(x[0]); });

} // namespace

const OpDefinition op_acos = elementwise(kAcos, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
