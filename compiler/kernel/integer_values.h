// Values that integer types have, and what values tell of comparisons.
#pragma once

#include "ir/attributes.h"
#include "ir/element_type.h"
#include "support/range.h"

namespace hlo2cpp {

// All values of an integer type, or of pred; unknown ends where it has 64 bits, and nothing for other types.
Range values_of(ElementType type);
// Truth of a comparison of integers that have these values: 0, 1, or both.
Range truth_of(ComparisonDirection direction, const Range& a, const Range& b);

} // namespace hlo2cpp
