// round-nearest-even: the nearest integer, ties to even
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kRoundNearestEven = {.kinds = kFloat,
                                       .real = [](const double* x) { return std::nearbyint(x[0]); },
                                       .helper = "round_even",
                                       .closed = true,
                                       .lanes = Lanes::Floats};

} // namespace

const OpDefinition op_round_nearest_even = elementwise(kRoundNearestEven, {}, {.exact = true});

} // namespace hlo2cpp
