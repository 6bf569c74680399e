// Code size of contraction nests, roughly, and the nests that become one function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tile/tiling.h"

namespace hlo2cpp {

// Hash of a kernel's structure without its sizes. (Other kernels may have it by chance: it is a hint.)
std::size_t outline_of(const Kernel& kernel);

// Hash of a nest's form. If nests of one outline have one form, their functions differ in sizes alone, as far as the
// nest says.
std::size_t form_of(const Tiling& nest);

// Bytes of machine code, if each instruction has four. The figure serves only to compare nests of one kernel or
// outline.
std::int64_t code_bytes(const Kernel& kernel, const Tiling& nest);

} // namespace hlo2cpp
