// floor: the largest integer <= x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kFloor = {.kinds = kFloat,
                            .real = [](const double* x) { return std::floor(x[0]); },
                            .helper = "floor",
                            .closed = true,
                            .intrinsic = IntrinsicId::Floor};

} // namespace

const OpDefinition op_floor = elementwise(kFloor, {}, {.exact = true});

} // namespace hlo2cpp
