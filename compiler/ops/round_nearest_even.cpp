// round-nearest-even: the nearest integer, ties to even
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

// Whatever the processor's own rounding is.
double nearest_even(const double* operand) {
    const double x = *operand, below = std::floor(x), rest = x - below;
    const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) != 0);
    return rest == 0 || !std::isfinite(x) ? x : std::copysign(up ? below + 1 : below, x);
}

constexpr Formula kRoundNearestEven = {
    .kinds = kFloat, .real = nearest_even, .helper = "round_even", .closed = true, .lanes = Lanes::Floats};

} // namespace

const OpDefinition op_round_nearest_even = elementwise(kRoundNearestEven, {}, {.exact = true});

} // namespace hlo2cpp
