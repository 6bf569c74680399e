// The order of elements in memory: logical row-major, as literals have them, or as the layout of a shape says.
#pragma once

#include <vector>

#include "ir/literal.h"

namespace hlo2cpp {

// Elements of an array of `shape`, given row-major, in the order of its layout; zeros where it is padded.
std::vector<std::byte> to_layout(const std::vector<std::byte>& row_major, const Shape& shape);
// The other way.
std::vector<std::byte> from_layout(const std::vector<std::byte>& physical, const Shape& shape);

} // namespace hlo2cpp
