// Balancing of a matrix by similarity transformations that keep its eigenvalues exactly.
#pragma once

#include "linalg/loop_code.h"

namespace hlo2cpp {

// b = d^-1 p^T a p d of a given a: element (i, j) of b is a's element in row order[i] and column order[j], times
// scale[j] / scale[i], which are powers of 2.
struct Balance {
    Variable order, scale;
};
// Replaces `a` by b.
Balance balance(LoopCode& code, Variable a);

} // namespace hlo2cpp
