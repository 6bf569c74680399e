// round-nearest-even: the nearest integer, ties to even
#include "evaluate/round_float.h"
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kRoundNearestEven = {.kinds = kFloat,
                                       .real = [](const double* x) { return nearest_even(x[0]); },
                                       .helper = "round_even",
                                       .closed = true,
                                       .intrinsic = IntrinsicId::RoundEven};

} // namespace

const OpDefinition op_round_nearest_even = elementwise(kRoundNearestEven, {}, {.exact = true});

} // namespace hlo2cpp
