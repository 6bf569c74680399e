// Functions of ops that stand for a computation.
#pragma once

#include "ops/op.h"

namespace hlo2cpp {

Shape infer_call(const InferContext& context);

} // namespace hlo2cpp
