// Several copies at once, as single ones.
#pragma once

#include <functional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// All `from` are read before any `to` is written; each `to` appears once. The returned copies do that one after the
// other: a value that is still to be read is written later, and a cycle (a swap) is cut by a copy to a value that
// `make_temporary` makes.
std::vector<Copy> one_by_one(const std::vector<Copy>& at_once,
                             const std::function<ValueId(ValueId like)>& make_temporary);

} // namespace hlo2cpp
