// Loads of 16-bit floats whose bits fill lanes.
#pragma once

#include "kernel/dependence.h"

namespace hlo2cpp {

// The load of f16 or bf16 that an expression is, directly or converted to `type`; none if it is something else.
ExprId half_load(const Kernel& kernel, const Dependences& dependences, ExprId expr, ElementType type);

} // namespace hlo2cpp
