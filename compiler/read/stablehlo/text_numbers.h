// Numbers of StableHLO text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/element_type.h"

namespace hlo2cpp::stablehlo {

// The bits of a number in HLO's memory: of an integer type sign- or zero-extended to 64 bits, of a float type its
// pattern. `number` is decimal, or hexadecimal: an integer, or the bits of a float. Nothing where the type cannot hold
// it, or it is no number.
std::optional<std::uint64_t> number_bits(std::string_view number, ElementType type);

} // namespace hlo2cpp::stablehlo
