// Mathematics of vectors as C++.
#pragma once

#include <string>

#include "machine/target.h"
#include "machine/vector_use.h"

namespace hlo2cpp {

// Functions in order of their calls: a called function comes first. A blank line ends the text unless it is empty.
std::string mathematics_text(const VectorUse& closure, const Target& target = {});

} // namespace hlo2cpp
