// The validator of `lower`, which knows nothing of its passes. It throws InternalError that names the broken rule.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Checks all promises of lower.h.
void verify_lowering(const Module& lowered);

} // namespace hlo2cpp
