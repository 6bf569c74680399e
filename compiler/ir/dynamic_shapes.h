// Dynamic dimensions: a size such as f32[<=8] is known when the program runs, and at most 8.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

bool has_dynamic_dimensions(const Module& module); // or may make some

// The shape or literal with static dimensions that are as large as their bounds.
Shape at_bounds(Shape shape);
LiteralPtr at_bounds(LiteralPtr literal);
Module at_bounds(Module module);

} // namespace hlo2cpp
