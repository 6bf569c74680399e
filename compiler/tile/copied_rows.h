// Products of small integers whose rows are copied in front of the loop over the columns, see RowCopy.
#pragma once

#include <optional>

#include "tile/contraction_fit.h"

namespace hlo2cpp {

// The nest whose tiles copy their rows, for the lanes and the row dimension of `fit` (-1: one row); none if a machine
// has no pairs of s16 in scalars, if the row operand is no plain walk through its array, or if its copy takes too much
// memory.
std::optional<Tiling> nest_of_copied_rows(const ContractionFit& fit);

} // namespace hlo2cpp
