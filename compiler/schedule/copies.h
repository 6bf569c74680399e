// Several copies at once, as single ones.
#pragma once

#include <functional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

// All `from` are read before any `to` is written; each `to` appears once. The copies returned do that one after the
// other: what is still to be read is written later, and a circle (a swap) is cut by a copy to a value that
// `make_temporary` makes.
std::vector<Copy> one_by_one(const std::vector<Copy>& at_once,
                             const std::function<ValueId(ValueId like)>& make_temporary);

} // namespace hlo2cpp
