// Mathematics of vectors: the text of runtime_lib with vectors in place of numbers, so that they have the same bits.
//
//     static inline float tanh_f32(float x) {        static inline f32x8 tanh_f32x8(f32x8 x) {
//         uint32_t bits = bits_from_f32(x);              u32x8 bits = reinterpret_cast<u32x8>(x);
#pragma once

#include <string>
#include <vector>

#include "machine/intrinsic.h"

namespace hlo2cpp {

// The intrinsics that its text calls.
std::vector<Intrinsic> called_by(const Intrinsic& mathematics);
std::string mathematics_text(const Intrinsic& mathematics);

} // namespace hlo2cpp
