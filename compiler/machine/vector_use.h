// The vectors and intrinsics that a generated file uses.
#pragma once

#include <set>

#include "machine/intrinsic.h"

namespace hlo2cpp {

struct VectorUse {
    std::set<VectorType> types;         // as typedefs: f32x8
    std::set<VectorType> reads, writes; // types as which arrays are read and written
    std::set<Intrinsic> intrinsics;
};

// The use with all types and intrinsics that the texts of its intrinsics need. Mathematics is given with the intrinsics
// that it calls.
VectorUse closure_of(VectorUse use);

} // namespace hlo2cpp
