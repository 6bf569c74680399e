// A matrix made milder by what leaves its eigenvalues exactly what they are.
#pragma once

#include "linalg/loop_code.h"

namespace hlo2cpp {

// b = d^-1 p^T a p d of a given a: element (i, j) of b is that of a in row order[i] and column order[j], times
// scale[j] / scale[i], which are powers of 2.
struct Balance {
    Variable order, scale;
};
// Takes the place of `a`.
Balance balance(LoopCode& code, Variable a);

} // namespace hlo2cpp
