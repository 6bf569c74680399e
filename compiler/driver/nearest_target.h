// Advice on names of machines that are no targets.
#pragma once

#include <string>

namespace hlo2cpp {

// "for cortex-m35p take cortex-m33: it has ..."; empty for a machine that is not known.
std::string nearest_target(const std::string& name);

} // namespace hlo2cpp
