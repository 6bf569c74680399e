// Conversion of a tensor's bits, which bitcast and bitcast-convert share.
#pragma once

#include "evaluate/tensor.h"

namespace hlo2cpp {

// An array of the shape with the same bits; the tensor itself if it has that type.
Tensor with_bits_of(Tensor tensor, const Shape& shape);

} // namespace hlo2cpp
