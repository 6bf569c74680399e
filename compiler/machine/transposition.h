// The function of the intrinsic Transpose, by shuffles of GCC and Clang.
#pragma once

#include <string>

#include "machine/intrinsic.h"

namespace hlo2cpp {

std::string transposition_text(const Intrinsic& transposition);

} // namespace hlo2cpp
