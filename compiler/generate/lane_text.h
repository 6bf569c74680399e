// Helpers of runtime_lib for vectors: the same text, with vectors in place of numbers, so that they have the same bits.
//
//     static inline float tanh_f32(float x) {        static inline f32x8 tanh_f32x8(f32x8 x) {
//         uint32_t bits = bits_from_f32(x);              u32x8 bits = reinterpret_cast<u32x8>(x);
#pragma once

#include <string>

#include "program/uses.h"

namespace hlo2cpp {

// With the vectors that these helpers use themselves.
Used with_lane_helpers(Used used);
std::string lane_text(const Used& used);

} // namespace hlo2cpp
