// Validators of `lower`, which know nothing of its passes. Both throw InternalError that names what is broken.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// What every pass must leave: ids in order, names unique, shapes that the operands and attributes give.
void verify_pass(const Module& module, const char* pass);
// All that lower.h promises.
void verify_lowering(const Module& lowered);

} // namespace hlo2cpp
