// Shape inference for dot and the ops that become one.
#pragma once

#include "ops/op.h"

namespace hlo2cpp {

// Shape of the dot of operands 0 and 1; other operands are ignored.
Shape infer_dot_shape(const InferContext& context);

} // namespace hlo2cpp
