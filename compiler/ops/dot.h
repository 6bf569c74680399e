// What ops share that are a dot in the end.
#pragma once

#include "ops/op.h"

namespace hlo2cpp {

// Of operands 0 and 1, whatever others there are.
Shape infer_dot_shape(const InferContext& context);

} // namespace hlo2cpp
