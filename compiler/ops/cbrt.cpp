// cbrt: the real cube root of x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kCbrt = math_function("cbrt", [](const double* x) { return std::cbrt(x[0]); });

} // namespace

const OpDefinition op_cbrt = elementwise(kCbrt, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
