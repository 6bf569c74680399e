// The elements of a literal for tests to compare: NaNs with their bits, so that equal text is equal bits.
#pragma once

#include <string>

#include "ir/literal.h"

namespace hlo2cpp {

std::string flat(const Literal& literal); // "{1, 2.5, nan(0x7fc00000)}", in row-major order

} // namespace hlo2cpp
