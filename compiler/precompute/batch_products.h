// A product of a sequence's elements and a matrix, one element a round, becomes one product of the whole sequence in
// front of the loop:
//
//     while (i, h) { y = dot(x[i], w) ... }    becomes    z = dot(x, w); while (i, h) { y = z[i] ... }
//
// The matrix is then read once for several elements, and not in each round. This needs a round with few rows, a loop
// that takes most of the sequence, and a z that is not large beside the matrix.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// True if it changed the module. `in_order`: only products of constant matrices, so that the order of sums does not
// change.
bool batch_products(Module& module, bool in_order);

} // namespace hlo2cpp
