// The vectors of a generated file as C++: their types, how they are read from and written to arrays, and the functions
// of intrinsics other than mathematics. Each text is empty where the file uses none of it, else it ends with a blank
// line.
#pragma once

#include <string>

#include "machine/vector_use.h"

namespace hlo2cpp {

// Types, and intrinsics that need no function of runtime_lib.
std::string vector_text(const VectorUse& closure, const Target& target);
// Vectors of 16-bit floats, which are computed with as f32 and lie in memory as uint16_t. Their results are those of
// runtime_lib/f16.h and bf16.h.
std::string half_text(const VectorUse& closure, const Target& target);

} // namespace hlo2cpp
