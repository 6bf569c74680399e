// Types of StableHLO as shapes of HLO.
#pragma once

#include <optional>
#include <string>

#include "ir/shape.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Reason why values of the type cannot be in a module; empty: they can, once unknown sizes are known.
std::string unsupported(const Type& type);
// The shape; nothing where a size is not known. A size with a bound is a dynamic dimension. Of a quantised type: the
// array of stored integers. Throws InputError for a type that is not supported, or too large.
std::optional<Shape> shape_of(const Type& type);
// True if a value of the shape can be a value of the type: unknown sizes are any size.
bool fits(const Shape& shape, const Type& type);
// The layout of a shape by a permutation of its dimensions, the fastest first; empty: row-major. Throws InputError for
// what is no permutation.
Layout checked_layout(const Shape& shape, const std::vector<std::int64_t>& minor_to_major);
// A size of the type is not known, and has no bound.
bool is_open(const Type& type);

} // namespace hlo2cpp::stablehlo
