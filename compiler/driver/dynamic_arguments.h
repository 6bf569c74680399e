// Arrays of dynamic sizes as files: `run` takes and writes what is used of them, the code has them at their bounds with
// sizes beside them (ir/module.h, SizeLeaf).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "driver/npy.h"
#include "ir/module.h"

namespace hlo2cpp {

// Whether the leaf is the size of a dimension of another one, and has no file.
bool is_size(std::span<const SizeLeaf> sizes, std::size_t leaf);

// The argument that is leaf `leaf` of this shape, of a file that may be smaller where its dimensions are dynamic: zeros
// follow then. Its sizes are written to their leaves. Throws InputError that begins with `what`.
Literal sized_argument(const NpyArray& array, const Shape& shape, std::size_t leaf, std::span<const SizeLeaf> sizes,
                       std::vector<Literal>& leaves, const std::string& what);

// The results without their sizes, each cut to them.
std::vector<Literal> used_parts(std::vector<Literal> results, std::span<const SizeLeaf> sizes);

} // namespace hlo2cpp
