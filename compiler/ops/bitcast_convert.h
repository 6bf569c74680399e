// What bitcast shares with bitcast-convert.
#pragma once

#include "evaluate/tensor.h"

namespace hlo2cpp {

// The same bits as elements of another type that is as wide.
Tensor with_bits_of(Tensor tensor, ElementType type);

} // namespace hlo2cpp
