// ceil: the smallest integer >= x
#include "ops/elementwise.h"

#include <cmath>

namespace hlo2cpp {
namespace {

constexpr Formula kCeil = {.kinds = kFloat,
                           .real = [](const double* x) { return std::ceil(x[0]); },
                           .helper = "ceil",
                           .closed = true,
                           .intrinsic = IntrinsicId::Ceil};

} // namespace

const OpDefinition op_ceil = elementwise(kCeil, {}, {.exact = true});

} // namespace hlo2cpp
