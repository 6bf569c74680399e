// The generators of rng-bit-generator: numbers from a key and a counter, in integer arithmetic alone.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ops/expansion.h"

namespace hlo2cpp {

// Words of the generators: uint64_t that hold u32 or u64 numbers, or instructions of an expansion.
using Words = std::array<std::uint64_t, 2>;

// ThreeFry-2x32 in 20 rounds: two words from a key of two and a counter of two.
Words three_fry(const Words& key, Words counter);
// Philox-4x32 in 10 rounds: four words from a key of two and a counter of four.
std::array<std::uint64_t, 4> philox(Words key, std::array<std::uint64_t, 4> counter);

// The generators for arrays of u32: keys and counters have one shape.
std::array<InstructionId, 2> three_fry(Expansion& e, const std::array<InstructionId, 2>& key,
                                       std::array<InstructionId, 2> counter);
std::array<InstructionId, 4> philox(Expansion& e, std::array<InstructionId, 2> key,
                                    std::array<InstructionId, 4> counter);

// A count of 128 bits as two words of u64, the lower one first, advanced by `steps`.
std::array<InstructionId, 2> count_on(Expansion& e, const std::array<InstructionId, 2>& count, InstructionId steps);
// Shape of the state of rng and rng-get-and-update-state: a count of 128 bits.
Shape random_state_shape();

// Division of a shape for three_fry with 32 bits or fewer: each of its two words fills one half; the halves lie beside
// each other along `dimension`, and a superfluous last element is left out.
struct Halves {
    std::vector<std::int64_t> dims; // of a half
    std::size_t dimension = 0;
};
Halves halves_of(const std::vector<std::int64_t>& dims);

} // namespace hlo2cpp
