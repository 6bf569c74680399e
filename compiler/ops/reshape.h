// Functions of reshape for bitcast.
#pragma once

#include "ops/op.h"

namespace hlo2cpp {

Shape infer_reshape(const InferContext& context);
std::vector<ExprId> reshape_element(ElementBuilder& builder, const ElementIndex& index);

} // namespace hlo2cpp
