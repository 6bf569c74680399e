// round-nearest-afz: the nearest integer, ties away from zero; 0.49999997 gives 0
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kRoundNearestAfz = {.kinds = kFloat,
                                      .real = [](const double* x) { return std::round(x[0]); },
                                      .helper = "round_away",
                                      .closed = true,
                                      .intrinsic = IntrinsicId::RoundAway};

} // namespace

const OpDefinition op_round_nearest_afz = elementwise(kRoundNearestAfz, {}, {.exact = true});

} // namespace hlo2cpp
