// Elements between memory and expressions, and run-time indices.
#pragma once

#include <cstdint>

#include "tree/expression.h"

namespace hlo2cpp {

// f32_from_bf16(x[i]), x[i] != 0
tree::Expression value_from_memory(ElementType type, const tree::Expression& element);
// bf16_bits(v): v is a number of the type
tree::Expression memory_from_value(ElementType type, const tree::Expression& value);
// Vectors between memory and expressions: halves (f16, bf16) lie in memory as uint16_t, and are computed as lanes of
// f32.
tree::Type memory_vector(ElementType type, std::int64_t lanes);
tree::Expression lanes_from_memory(ElementType type, std::int64_t lanes, const tree::Expression& elements);
// An element of f16 or bf16 in all lanes.
tree::Expression spread_half(ElementType type, std::int64_t lanes, const tree::Expression& element);
tree::Expression memory_from_lanes(ElementType type, std::int64_t lanes, const tree::Expression& value);
// A computed value with the canonical NaN in place of any NaN, so that all machines give the same bits.
tree::Expression canonical_nan(ElementType type, const tree::Expression& value);
// An integer value, clamped to [low, high] as type `index`, s32 or s64. It is read in its own type, so 250 of a u8
// stays 250.
tree::Expression clamped_index(ElementType type, ElementType index, const tree::Expression& value, std::int64_t low,
                               std::int64_t high);
// Quotient floor(a / divisor) and its remainder; a may be negative.
tree::Expression floor_quotient(ElementType index, const tree::Expression& a, std::int64_t divisor);
tree::Expression floor_remainder(ElementType index, const tree::Expression& a, std::int64_t divisor);

} // namespace hlo2cpp
