// Products of small integers whose columns lie in lines, one for each step: pixels of images with channels in front. A
// word of several steps is made in registers, of an element of each line.
#pragma once

#include "tile/contraction_fit.h"

namespace hlo2cpp {

// The operands of `fit` where the lanes are such columns, and the rows are a constant that can have words; none
// elsewhere.
std::optional<InterleavedColumns> columns_to_interleave(const ContractionFit& fit);

// The row operand with its words in order, which do not depend on the tiles; none if it is one row, and has them as it
// lies.
std::optional<Packing> pack_rows(const Kernel& kernel, ExprId row);

} // namespace hlo2cpp
