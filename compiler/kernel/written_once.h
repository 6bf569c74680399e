// Proves that the points of a kernel write each element of an array once.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Error text for an element of the argument without a store or with two of them; none: correct. Outputs that update an
// array may leave elements out, and may store some several times if the points run in order.
std::optional<std::string> not_written_once(const Kernel& kernel, ArgumentId argument);

} // namespace hlo2cpp
