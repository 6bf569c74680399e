// Whether the points of a kernel write each element of an output once.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

// What is wrong: an element that nobody writes, or that two points write; none: all is well. An output that updates an
// array may leave elements out, and writes some several times where the points follow each other in order.
std::optional<std::string> not_written_once(const Kernel& kernel, const Output& output);

} // namespace hlo2cpp
