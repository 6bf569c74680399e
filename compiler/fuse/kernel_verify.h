// Checks the invariants of kernel.h on a kernel, whoever made it.
#pragma once

#include <optional>
#include <string>

#include "fuse/expression_types.h"

namespace hlo2cpp {

// The first fault: an id that does not exist, a type that does not fit, a value that is used where there is none, an
// access that may leave its array, an element that is not written once. Takes time in proportion to the kernel.
std::optional<std::string> wrong_with(const Kernel& kernel, ExpressionTypes& types);

} // namespace hlo2cpp
