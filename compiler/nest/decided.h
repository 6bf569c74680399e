// The dimensions that conditions of a reduction depend on, whose points a proof has to tell apart.
#pragma once

#include <vector>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// The conditions of the reduction that the box does not decide.
std::vector<Condition> open_conditions(const Kernel& kernel, const Body& body);
// True if the condition leaves out points alone whose results nobody needs.
bool leaves_what_is_needed(const Kernel& kernel, const Condition& condition);
// One flag a dimension: the open conditions, or tests of the body, depend on it; a dimension that the bounds of one
// loop alone stand for is left out.
std::vector<bool> decided_dimensions(const Kernel& kernel, const Body& body);

} // namespace hlo2cpp::nest
