// Lines of integers that a loop moves or sets: compilers turn it into memcpy or memset.
#pragma once

#include "kernel/bounds.h"
#include "kernel/dependence.h"
#include "machine/target.h"

namespace hlo2cpp {

// True if a loop over the dimension sets neighbouring integers, to neighbours or to one byte.
bool moves_line(const Kernel& kernel, const std::vector<Range>& box, std::int64_t dim);
double cycles_of_moved_line(const Kernel& kernel, const Target& target, double elements);

} // namespace hlo2cpp
