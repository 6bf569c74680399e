// Values and growth of the integers in constant arrays.
#pragma once

#include "ir/module.h"
#include "kernel/index.h"

namespace hlo2cpp {

// The least and the greatest of the elements; all of the type where one is beyond int64, or there are none.
Range values_of(const Literal& integers);
// The element at these subscripts as a sum of multiples of them, as in arange; nothing if elements do not grow equally
// along each dimension.
std::optional<Index> sum_of_subscripts(const Literal& integers, const Subscripts& at);

} // namespace hlo2cpp
