// Validator of convolutions by minimal filtering, independent of their plan.
#pragma once

#include <optional>
#include <string>

#include "nest/nest.h"

namespace hlo2cpp {

// The first fault of such a nest: a filter that does not compute sums of taps, strips that do not fit in the scratch,
// or a product over other arrays. The nest of the product is verified as any other.
std::optional<std::string> wrong_winograd(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
