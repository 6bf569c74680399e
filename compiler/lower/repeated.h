// Numbers that an array repeats.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// The operand of a broadcast, or the array itself, without dimensions of size 1.
struct Repeated {
    InstructionId array;                  // with them
    std::vector<std::int64_t> sizes;      // of the others
    std::vector<std::int64_t> dimensions; // of the array that repeats them, along which they lie
};

Repeated repeated(const Computation& computation, InstructionId id);
// The steps between elements of such an array along each dimension of one of `rank` dimensions that repeats it.
std::vector<std::int64_t> steps_along(const std::vector<std::int64_t>& sizes,
                                      const std::vector<std::int64_t>& dimensions, std::size_t rank);
// Steps along the dimensions of a third array, which lie along `within` of that one: a negative one lies along none.
std::vector<std::int64_t> steps_within(const std::vector<std::int64_t>& steps, const std::vector<std::int64_t>& within);

} // namespace hlo2cpp
