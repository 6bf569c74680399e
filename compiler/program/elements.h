// Elements between memory and expressions, and run-time indices.
#pragma once

#include <cstdint>

#include "tree/expression.h"

namespace hlo2cpp {

// f32_from_bf16(x[i]), x[i] != 0
tree::Expression value_from_memory(ElementType type, const tree::Expression& element);
// bf16_bits(v): v is a number of the type
tree::Expression memory_from_value(ElementType type, const tree::Expression& value);
// The same of vectors: halves lie in memory as uint16_t, and are lanes of f32.
tree::Type memory_vector(ElementType type, std::int64_t lanes);
tree::Expression lanes_from_memory(ElementType type, std::int64_t lanes, const tree::Expression& elements);
// One of f16 or bf16 in all lanes.
tree::Expression spread_half(ElementType type, std::int64_t lanes, const tree::Expression& element);
tree::Expression memory_from_lanes(ElementType type, std::int64_t lanes, const tree::Expression& value);
// A NaN that is computed, with the bits of every machine.
tree::Expression canonical_nan(ElementType type, const tree::Expression& value);
// A value of an integer type, clamped to [low, high] as `index`, s32 or s64; read in its own type, so 250 of an u8 is
// 250.
tree::Expression clamped_index(ElementType type, ElementType index, const tree::Expression& value, std::int64_t low,
                               std::int64_t high);
// floor(a / divisor) and what is left, for a that may be negative.
tree::Expression floor_quotient(ElementType index, const tree::Expression& a, std::int64_t divisor);
tree::Expression floor_remainder(ElementType index, const tree::Expression& a, std::int64_t divisor);

} // namespace hlo2cpp
