// The validator of `lower`, which knows nothing of its passes. It throws InternalError that names what is broken.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// All that lower.h promises.
void verify_lowering(const Module& lowered);

} // namespace hlo2cpp
