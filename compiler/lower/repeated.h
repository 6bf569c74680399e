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
// The place of element `i` of an array of these sizes: each dimension lies along one of `dimensions`, or along none if
// that is negative, and `steps` are those of another array.
std::int64_t place_of(std::int64_t i, const std::vector<std::int64_t>& sizes,
                      const std::vector<std::int64_t>& dimensions, const std::vector<std::int64_t>& steps);

} // namespace hlo2cpp
