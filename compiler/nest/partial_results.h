// Partial results of a reduction: registers among which the terms of one point are divided.
#pragma once

#include <cstdint>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Number of partial results that the terms of a point go to in turn: lanes of a vector along the reduction, and chains.
std::int64_t partial_results(const Kernel& kernel, const Body& body);

// Number of terms of a point in the longest block: terms that are combined with registers which start anew and are then
// added to the totals (strip mining). 0: there are no blocks.
std::int64_t terms_of_block(const Kernel& kernel, const Body& body);

} // namespace hlo2cpp::nest
