// Strategy for convolutions with few products, see nest/winograd.h.
#pragma once

#include <optional>

#include "nest/winograd.h"
#include "tile/contraction.h"

namespace hlo2cpp {

std::optional<FilterDims> filter_dims(const Kernel& kernel);

// The fastest Winograd nest (--optimize speed alone).
std::vector<Candidate> winograd_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                           double slack);

} // namespace hlo2cpp
