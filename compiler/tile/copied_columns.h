// Products of small integers whose columns are known at run time: a copy of them has the words that tiles read, as a
// constant has.
#pragma once

#include "tile/contraction_fit.h"

namespace hlo2cpp {

// The operand that has the columns along the lanes of `fit`, where a copy of it can have words; none if there is no
// such operand.
ExprId column_to_copy(const ContractionFit& fit);

} // namespace hlo2cpp
