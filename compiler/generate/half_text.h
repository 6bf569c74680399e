// Helpers of vectors of f16 and bf16, whose numbers are lanes of f32 and lie in memory as uint16_t:
//
//     f32x8_from_bf16(bits)    spread_bf16_f32x8(bits)    round_bf16_f32x8(x)    nearest_bf16_f32x8(x)
//     bf16_bits_f32x8(x)
//
// By the target's instructions, whose results are those of runtime_lib/f16.h and bf16.h.
#pragma once

#include <string>

#include "program/uses.h"
#include "tile/target.h"

namespace hlo2cpp {

// With what these helpers use themselves.
Used with_halves(Used used, const Target& target);
std::string half_text(const Used& used, const Target& target);
// Whether the file needs a processor that converts f16.
bool converts_f16(const Used& used, const Target& target);

} // namespace hlo2cpp
