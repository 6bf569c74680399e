// Checks that the lowered module computes the same values as the module as read.
#pragma once

#include <optional>

#include "check/check.h"
#include "evaluate/tensor.h"

namespace hlo2cpp {

// The first instruction of the lowered entry whose value differs from its source instruction's; or the result that
// differs, if no instruction can be named. `logical` are the arguments as the module has them, `physical` as they lie
// in memory.
std::optional<Difference> check_lowering(const Checked& checked, const std::vector<Tensor>& logical,
                                         const std::vector<Tensor>& physical);

} // namespace hlo2cpp
