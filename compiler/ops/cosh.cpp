// cosh: (e^x + e^-x) / 2
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kCosh = in_lanes(
    math_function(
        "cosh", [](const double* x) { return std::cosh(x[0]); }, [](const Complex* x) { return std::cosh(x[0]); }),
    IntrinsicId::Cosh);

} // namespace

const OpDefinition op_cosh = elementwise(kCosh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
