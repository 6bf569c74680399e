// Work of kernels.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Multiply-adds of a call: a dot or a convolution does one a point; other kernels do none.
std::int64_t multiply_adds_of(const Kernel& kernel);

// By region: how often its steps run in one call of all entries. A loop whose number of rounds is not known counts as
// `unknown_rounds`.
std::vector<double> rounds_of_regions(const Kernels& kernels, std::int64_t unknown_rounds = 1);

} // namespace hlo2cpp
