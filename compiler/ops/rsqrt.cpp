// rsqrt: 1 / sqrt(x); +-infinity at +-0
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kRsqrt = in_lanes(math_function(
                                        "rsqrt", [](const double* x) { return 1.0 / std::sqrt(x[0]); },
                                        [](const Complex* x) { return 1.0 / std::sqrt(x[0]); }),
                                    IntrinsicId::Rsqrt);

} // namespace

const OpDefinition op_rsqrt = elementwise(kRsqrt, {}, {.cost = Cost::Division});

} // namespace hlo2cpp
