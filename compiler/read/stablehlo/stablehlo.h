// StableHLO, as the frameworks export it, and as jax.export wraps it.
#pragma once

#include <string_view>

#include "read/model_file.h"

namespace hlo2cpp {

bool is_stablehlo(std::string_view file);
// Throws InputError, with the place in a text, or the byte.
ModelFile read_stablehlo(std::string_view file, const ReadOptions& options);

} // namespace hlo2cpp
