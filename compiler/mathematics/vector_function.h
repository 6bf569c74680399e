// Mathematics of vectors: the functions of runtime_lib with vectors in place of numbers, so that they have the same
// bits.
//
//     static inline float tanh_f32(float x) {        static inline f32x8 tanh_f32x8(f32x8 x) {
//         uint32_t bits = bits_from_f32(x);              u32x8 bits = reinterpret_cast<u32x8>(x);
#pragma once

#include "machine/target.h"
#include "machine/vector_use.h"
#include "tree/statement.h"

namespace hlo2cpp {

// The function of the target's vectors: a machine may have intrinsics in place of operators. ReduceAngle is not made
// so: large angles take branches and a table.
tree::Function vector_function(const Intrinsic& mathematics, const Target& target = {});
// Adds the intrinsics that its mathematics calls.
VectorUse with_called_mathematics(VectorUse use, const Target& target = {});

} // namespace hlo2cpp
