// Fusion: the lowered module becomes kernels. Decides what is stored in memory and what is computed where it is used.
#pragma once

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

Kernels fuse(const Module& lowered);

} // namespace hlo2cpp
