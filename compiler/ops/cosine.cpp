// cosine: cos(x)
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kCosine = in_lanes(
    math_function(
        "cos", [](const double* x) { return std::cos(x[0]); }, [](const Complex* x) { return std::cos(x[0]); }),
    IntrinsicId::Cos);

} // namespace

const OpDefinition op_cosine = elementwise(kCosine, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
