// Check that the sums of a body may start at their bias.
#pragma once

#include <optional>
#include <string>

#include "nest/statement.h"

namespace hlo2cpp {

// Fault of Body::from_bias, if it has one.
std::optional<std::string> wrong_bias(const Kernel& kernel, const nest::Body& body, bool in_order);

} // namespace hlo2cpp
