// An estimate of the most stack that a generated function uses with GCC 12 and Clang 14 at -O1, -O2, -O3 and -Os, in
// bytes, with all that it calls but libm. What compilers do cannot be computed from the text; these are regression
// trees, boosted on what they report for several hundred programs (*.def, made by tests/firmware/fit_stack.py).
#pragma once

#include "generate/stack/features.h"

namespace hlo2cpp {

std::int64_t stack_bytes_of(const StackFeatures& features);

} // namespace hlo2cpp
