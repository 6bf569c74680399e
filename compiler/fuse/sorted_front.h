// A sort of whose lines only the first elements are read puts only those in order: the largest few (topk), a median.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// By instruction: elements of each line that a sort must put in order, at the front; 0: all, or it is no sort.
std::vector<std::int64_t> sorted_fronts(const Computation& computation);

} // namespace hlo2cpp
