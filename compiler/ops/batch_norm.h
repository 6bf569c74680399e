// What batch-norm-training and batch-norm-grad share.
#pragma once

#include <array>
#include <span>

#include "ops/op.h"

namespace hlo2cpp {

// The operand is floating point, and feature_index one of its dimensions. Returns the shape of one number a feature.
Shape check_features(const InferContext& context);
// The operands with these numbers are one number a feature.
void require_features(const InferContext& context, std::span<const std::size_t> operands,
                      std::span<const char* const> names, const Shape& features);

// The type that narrow floats are computed in: f32.
ElementType batch_norm_type(ElementType type);

} // namespace hlo2cpp
