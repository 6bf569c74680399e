// Floats that are small integers times scales.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/tensor.h"
#include "lower/repeated.h"

namespace hlo2cpp {

// An array of s8 or u8.
bool is_byte(const Shape& shape);

// moved(convert(integers) - zero) * scales
struct QuantisedFloats {
    InstructionId integers;           // of s8 or u8
    std::vector<InstructionId> moves; // reshapes and transposes, the last one first
    std::int64_t zero = 0;            // where there is no `zero_byte`
    InstructionId zero_byte;          // known at run time only: one number of s8 or u8
    std::vector<Repeated> scales;     // along dimensions of the floats
};

std::optional<QuantisedFloats> quantised_floats(const Computation& computation, InstructionId floats);

// Constants as whole numbers from -127 to 127 times one scale for each place in the dimensions that are kept.
struct QuantisedConstants {
    Tensor integers, scales;
};

std::optional<QuantisedConstants> quantised_constants(const Literal& floats, const std::vector<std::int64_t>& kept);

} // namespace hlo2cpp
