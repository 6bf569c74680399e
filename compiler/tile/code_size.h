// What a nest of a contraction takes of the flash, roughly, and which nests become one function.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// The same for kernels that differ in sizes alone. (Others may share it: it is a hint.)
std::size_t outline_of(const Kernel& kernel);

// The same for nests of one outline whose functions differ in sizes alone, as far as the nest says.
std::size_t form_of(const LoopNest& nest);

// Bytes of machine code, of instructions with four bytes each. Only good for comparing nests of one kernel or outline.
std::int64_t code_bytes(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
