// The points of a body in the order in which it stores them.
#pragma once

#include <functional>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Calls visit(point) for each stored point, lane after lane, until it returns false; the kernel has no reduction.
// Returns false if it did, or if the order of points is not known: in tiles that transpose, or that compute points
// twice.
bool visit_in_order(const Body& body, const std::function<bool(const std::vector<std::int64_t>& point)>& visit);

} // namespace hlo2cpp::nest
