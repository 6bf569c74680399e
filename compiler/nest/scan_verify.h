// The order of a scan: along its dimension, each point combines its term with the state behind the point before, and
// stores before the next point combines.
#pragma once

#include <optional>
#include <string>

#include "kernel/kernel.h"
#include "nest/statement.h"

namespace hlo2cpp::nest {

// The fault in the order of a body's statements; the visits of nest/visits.h show that it combines and stores each
// point.
std::optional<std::string> wrong_scan(const Kernel& kernel, const Body& body);

} // namespace hlo2cpp::nest
