// Strategy for convolutions with few products, see nest/winograd.h.
#pragma once

#include <optional>

#include "nest/winograd.h"
#include "tile/contraction.h"

namespace hlo2cpp {

std::optional<FilterDims> filter_dims(const Kernel& kernel);

// The fastest Winograd nest and its cycles; nothing if the kernel has none.
std::optional<Candidate> winograd_candidate(const Kernel& kernel, const Target& target,
                                            const ContractionOptions& options);

} // namespace hlo2cpp
