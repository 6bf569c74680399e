// The form of a kernel and of its loop nest: what is left of them without their sizes. Nests of one form become one
// function of any size.
#pragma once

#include <cstddef>

#include "nest/nest.h"

namespace hlo2cpp {

// Hash of a kernel's structure without its sizes. (Other kernels may have it by chance: it is a hint.)
std::size_t outline_of(const Kernel& kernel);

// Hash of a nest's statements without the bounds of its loops. If nests of one outline have one form, their functions
// differ in sizes alone, as far as the statements say.
std::size_t form_of(const LoopNest& nest);

} // namespace hlo2cpp
