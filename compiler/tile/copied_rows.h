// Products of small integers whose rows are copied in front of the loop over the columns, see RowCopy.
#pragma once

#include <optional>

#include "tile/contraction_fit.h"
#include "tile/tiling.h"

namespace hlo2cpp {

struct CopiedRows {
    RowCopy copy;
    nest::Words words;
};

// The copy, of any width, for the lanes and the row dimension of `fit` (-1: one row), and the words that its rows then
// are; none if the machine has no words, or if the row operand is no walk through its array.
std::optional<CopiedRows> copied_rows(const ContractionFit& fit);

// One loop over all steps.
ReductionLoop loop_of_copied_rows(const RowCopy& copy, const nest::Words& words);
// Memory for the rows of a tile, of the largest one. False if they take too much.
bool give_scratch(Tiling& nest, const Target& target);

} // namespace hlo2cpp
