// The helper that transposes a square of elements, see tree/vector_helpers.h.
#pragma once

#include <string>

#include "tree/vector_helpers.h"

namespace hlo2cpp {

std::string transposition_text(const tree::VectorType& vectors);

} // namespace hlo2cpp
