// Checks and types that batch-norm-training and batch-norm-grad share.
#pragma once

#include <array>
#include <span>

#include "ops/op.h"

namespace hlo2cpp {

// Checks that the operand is floating point and has the dimension feature_index. Returns the shape of one number per
// feature.
Shape check_features(const InferContext& context);
// Checks that the operands with these numbers have one number per feature.
void require_features(const InferContext& context, std::span<const std::size_t> operands,
                      std::span<const char* const> names, const Shape& features);

// The type of the arithmetic: f32 for narrow floats.
ElementType batch_norm_type(ElementType type);

} // namespace hlo2cpp
