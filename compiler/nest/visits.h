// The points of a kernel that a body visits, as boxes: the points at which it combines terms, and at which it stores.
#pragma once

#include <string>
#include <vector>

#include "nest/statement.h"

namespace hlo2cpp::nest {

// Points of all dimensions: the parallel ones, then the reduction's.
using Box = std::vector<Range>;

struct Visits {
    std::vector<Box> terms, stores; // in their order
    std::string fault;              // in the statements; empty: none
    bool known = true;              // false: run-time values decide, or there are far too many points
};

// Visits with the conditions tested. A loop is a side of a box. A loop that conditions of the reduction depend on is
// run through its values: a loop over parallel points through both ends and one value between, since conditions are
// linear.
Visits tested_visits(const Kernel& kernel, const Body& body);
// Visits if all tests hold: each loop is a side of a box.
Visits all_visits(const Kernel& kernel, const Body& body);

// True if points follow each other in row-major order, one by one.
bool visits_in_order(const Kernel& kernel, const Body& body);

// The conditions of the reduction that the box does not decide.
std::vector<Condition> open_conditions(const Kernel& kernel, const Body& body);
// Dimensions on which these conditions depend, without one that the bounds of a loop alone decide.
std::vector<bool> decided_dimensions(const Kernel& kernel, const Body& body);

} // namespace hlo2cpp::nest
