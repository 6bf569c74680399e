// Knows nothing of how a convolution by minimal filtering was planned.
#pragma once

#include <optional>
#include <string>

#include "tile/loop_nest.h"

namespace hlo2cpp {

// What is wrong with such a nest: its filter computes something else than sums of taps, its strips do not fit in the
// scratch, its product is not that of its arrays. The nest of the product is verified as any other.
std::optional<std::string> wrong_winograd(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
