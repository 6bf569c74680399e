// asin: the angle in [-pi / 2, pi / 2] whose sine is x; NaN outside [-1, 1]
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAsin = math_function(
    "asin", [](const double* x) { return std::asin(x[0]); }, [](const Complex* x) { return std::asin(x[0]); });

} // namespace

const OpDefinition op_asin = elementwise(kAsin, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
