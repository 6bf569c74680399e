// Array operations that several rules share.
#pragma once

#include "read/stablehlo/to_module/op_context.h"

namespace hlo2cpp::stablehlo {

// Dimension i of the operand becomes dimension dimensions[i]; one of size 1 may stretch, which XLA does by a reshape.
builder::Op broadcast_in_dim(builder::Op operand, const builder::Sizes& sizes, const builder::Sizes& dimensions);
// The constant; equal elements are a scalar, broadcast.
builder::Op constant_of(builder::Builder& builder, const Dense& value);
builder::Op pad_of(builder::Op operand, builder::Op value, const builder::Sizes& low, const builder::Sizes& high,
                   const builder::Sizes& interior);

} // namespace hlo2cpp::stablehlo
