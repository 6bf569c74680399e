// The functions of the intrinsics Transpose and Deinterleave, by shuffles of GCC and Clang.
#pragma once

#include <string>

#include "machine/intrinsic.h"

namespace hlo2cpp {

std::string transposition_text(const Intrinsic& transposition);
std::string deinterleaving_text(const Intrinsic& deinterleaving);

} // namespace hlo2cpp
