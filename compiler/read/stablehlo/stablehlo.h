// StableHLO, as the frameworks export it, and as jax.export wraps it.
#pragma once

#include <functional>
#include <string_view>

#include "read/model_file.h"

namespace hlo2cpp {

bool is_stablehlo(std::string_view file);
// Lets memory go that holds bytes of the file; they come back when they are read. May be empty.
using Forget = std::function<void()>;
// Throws InputError, with the place in a text, or the byte.
ModelFile read_stablehlo(std::string_view file, const ReadOptions& options, const Forget& forget = {});

} // namespace hlo2cpp
