// The vectors and intrinsics that a generated file uses.
#pragma once

#include <set>
#include <string>

#include "machine/intrinsic.h"
#include "machine/target.h"

namespace hlo2cpp {

struct VectorUse {
    std::set<VectorType> types;         // as typedefs: f32x8
    std::set<VectorType> reads, writes; // of them, those that arrays are read and written as
    std::set<Intrinsic> intrinsics;
};

// With all that the text of these intrinsics uses: types, other intrinsics. Mathematics is given with the
// intrinsics that it calls.
VectorUse closure_of(VectorUse use);
// The functions of runtime_lib that the text of a closure calls.
std::set<std::string> helpers_of(const VectorUse& closure, const Target& target);
// The condition of the preprocessor under which the text of a closure does not compile, though it has the target; may
// be empty.
std::string unfit_of(const VectorUse& closure, const Target& target);

} // namespace hlo2cpp
