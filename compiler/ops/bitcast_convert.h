// What bitcast shares with bitcast-convert.
#pragma once

#include "evaluate/tensor.h"

namespace hlo2cpp {

// The same bits as an array of the shape; the tensor itself where that has its type.
Tensor with_bits_of(Tensor tensor, const Shape& shape);

} // namespace hlo2cpp
