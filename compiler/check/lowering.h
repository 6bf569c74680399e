// Whether the lowered module computes what the module as read computes.
#pragma once

#include <optional>

#include "check/check.h"
#include "evaluate/tensor.h"

namespace hlo2cpp {

// The first instruction of the lowered entry whose value is not that of the source instruction that it stands for; or
// the result that differs, where none can be named. `logical` are the arguments as the module has them, `physical` as
// they lie in memory.
std::optional<Difference> check_lowering(const Checked& checked, const std::vector<Tensor>& logical,
                                         const std::vector<Tensor>& physical);

} // namespace hlo2cpp
