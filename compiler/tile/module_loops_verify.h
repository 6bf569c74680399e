// Validator of loops of the module that run in vectors.
#pragma once

#include <optional>
#include <string>

#include "nest/nest.h"

namespace hlo2cpp {

// Error text for vectors that do not do the same as the rounds of the loop one after the other; none: they do.
std::optional<std::string> wrong_module_loop(const Kernels& kernels, const While& loop, const ModuleLoop& made);

} // namespace hlo2cpp
