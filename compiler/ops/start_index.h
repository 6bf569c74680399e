// Start indices of dynamic-slice, dynamic-update-slice and gather: read in their own type, clamped to [0, high].
#pragma once

#include <cstdint>

#include "ops/op.h"

namespace hlo2cpp {

// Clamped start from element `element` of an integer tensor; a u64 of 2^63 and more is huge, not negative.
std::int64_t clamped_start(const Tensor& indices, std::int64_t element, std::int64_t high);
// The clamped start as part of an index; a constant if the value is one.
Index start_index(ElementBuilder& builder, ExprId value, std::int64_t high);
// Checks that operands [first, end) are one integer scalar per dimension of the sliced array, all of one type.
void require_start_indices(const InferContext& context, std::size_t first, const Shape& sliced);

} // namespace hlo2cpp
