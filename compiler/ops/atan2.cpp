// atan2: the angle of the point (b, a); for complex numbers -i log((b + i a) / sqrt(a^2 + b^2))
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kAtan2 = {.operands = 2,
                            .kinds = kFloat | kComplex,
                            .real = [](const double* x) { return std::atan2(x[0], x[1]); },
                            .complex =
                                [](const Complex* x) {
                                    const Complex i(0, 1);
                                    return -i * std::log((x[1] + i * x[0]) / std::sqrt(x[1] * x[1] + x[0] * x[0]));
                                },
                            .helper = "atan2",
                            .intrinsic = IntrinsicId::Atan2};

} // namespace

const OpDefinition op_atan2 = elementwise(kAtan2, {}, {.cost = Cost::Expensive});

} // namespace hlo2cpp
