// Validators of `lower`, which know nothing of its passes. Both throw InternalError that names the broken rule.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Checks the invariants after every pass: ids in order, names unique, shapes that the operands and attributes give.
void verify_pass(const Module& module, const char* pass);
// Checks all promises of lower.h.
void verify_lowering(const Module& lowered);

} // namespace hlo2cpp
