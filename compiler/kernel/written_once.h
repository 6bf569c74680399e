// Proves that the points of a kernel write each element of an output once.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

// Error text for an element without a store or with stores of two points; none: correct. An output that updates an
// array may leave elements out, and may store some several times if the points run in order.
std::optional<std::string> not_written_once(const Kernel& kernel, const Output& output);

} // namespace hlo2cpp
