// Shapes of ops that are read and printed, but not compiled.
#pragma once

#include <optional>

#include "ops/op.h"

namespace hlo2cpp {

// Nothing where the shape does not follow from operands and attributes.
std::optional<Shape> infer_unsupported(const InferContext& context);

} // namespace hlo2cpp
