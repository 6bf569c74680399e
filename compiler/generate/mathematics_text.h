// Mathematics of vectors as C++.
#pragma once

#include <string>

#include "machine/vector_use.h"

namespace hlo2cpp {

// Each function stands behind those that it calls; ends with a blank line where there is one.
std::string mathematics_text(const VectorUse& closure);

} // namespace hlo2cpp
