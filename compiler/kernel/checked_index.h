// Arithmetic on indices whose numbers come from a module or from a text that is checked.
#pragma once

#include <optional>

#include "kernel/index.h"

namespace hlo2cpp {

// a + b * factor; nothing if its numbers are so large that later sums and products might not fit.
std::optional<Index> checked_sum(const Index& a, const Index& b, std::int64_t factor = 1);
// 0 where the term is not in the index.
std::int64_t coefficient(const Index& index, TermId term);

} // namespace hlo2cpp
