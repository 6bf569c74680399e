// exponential: e^x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kExponential = math_function(
    "exp", [](const double* x) { return std::exp(x[0]); }, [](const Complex* x) { return std::exp(x[0]); });

} // namespace

const OpDefinition op_exponential = elementwise(kExponential, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
