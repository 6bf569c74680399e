// Arrays of dynamic sizes as files: `run` reads and writes their used part; the code has them at their bounds, with
// sizes beside them (ir/module.h, SizeLeaf).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/npy.h"
#include "ir/module.h"

namespace hlo2cpp {

// True if the leaf is the size of a dimension of another one; it has no file.
bool is_size(std::span<const SizeLeaf> sizes, std::size_t leaf);

// Argument for leaf `leaf` of this shape. The array from the file may be smaller in dynamic dimensions; zeros follow it
// then. Its sizes are written to their leaves. Throws InputError that begins with `what`.
Literal sized_argument(const NpyArray& array, const Shape& shape, std::size_t leaf, std::span<const SizeLeaf> sizes,
                       std::vector<Literal>& leaves, const std::string& what);

// The results without their sizes, each cut to them.
std::vector<Literal> used_parts(std::vector<Literal> results, std::span<const SizeLeaf> sizes);

} // namespace hlo2cpp
