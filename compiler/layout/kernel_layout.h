// Kernels on arrays with other layouts.
#pragma once

#include "kernel/array_layout.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

// The kernel on arrays with these layouts, one an argument (that of a variable is ignored). Its points follow the
// order of its first output.
Kernel with_layouts(const Kernel& kernel, const std::vector<ArrayLayout>& layouts);

} // namespace hlo2cpp
