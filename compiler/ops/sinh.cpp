// sinh: (e^x - e^-x) / 2
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kSinh = in_lanes(
    math_function(
        "sinh", [](const double* x) { return std::sinh(x[0]); }, [](const Complex* x) { return std::sinh(x[0]); }),
    IntrinsicId::Sinh);

} // namespace

const OpDefinition op_sinh = elementwise(kSinh, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
