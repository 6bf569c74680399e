// Constants: the bytes that files have for the elements of a tensor.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// The constant of raw little-endian bytes, as hex strings and the blobs of bytecode have them: a byte for an integer of
// fewer bits, of i1 a byte each or eight packed into one, the lowest bit first; one element alone is a splat. Nothing
// where the number of bytes is none of these. `owner` keeps the bytes alive; they are shared where HLO has the same.
std::optional<Dense> constant_of_bytes(TypePtr tensor, std::span<const std::byte> bytes,
                                       std::shared_ptr<const void> owner);

// The constant of elements that are in HLO's memory form already; one element for several is a splat.
Dense constant_of_elements(TypePtr tensor, std::vector<std::byte> elements);

} // namespace hlo2cpp::stablehlo
