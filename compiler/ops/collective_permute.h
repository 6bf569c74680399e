// What collective-permute and collective-permute-start share.
#pragma once

#include "ops/collective.h"

namespace hlo2cpp {

Shape infer_permute(const InferContext& context);
Tensor evaluate_permute(const EvaluateContext& context);
InstructionId expand_permute(Expansion& e);

} // namespace hlo2cpp
