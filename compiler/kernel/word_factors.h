// Products of small integers that lie in words.
#pragma once

#include <optional>
#include <utility>

#include "kernel/kernel.h"

namespace hlo2cpp {

// The loads of s8 and u8 whose product, in s32, is the term of the kernel's sum; none if it is something else.
using WordFactors = std::pair<ExprId, ExprId>;
std::optional<WordFactors> factors_of_words(const Kernel& kernel);

} // namespace hlo2cpp
