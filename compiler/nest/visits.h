// The points of a kernel that a body visits, as boxes: where it combines terms, and where it stores.
#pragma once

#include <string>
#include <vector>

#include "nest/boxes.h"

namespace hlo2cpp::nest {

struct Visits {
    std::vector<Box> terms, stores;  // in their order
    std::vector<Box> raised, raises; // terms by which sums are too large, and by which they are lowered
    bool again = false;              // some points are stored again
    std::string fault;               // in the statements; empty: none
    bool known = true;               // false: values at run time decide, or far too many points do
};

// A loop is a side of a box. Loops that conditions of the reduction depend on run through their values: those over
// parallel points through the ones at both ends and one between, since conditions are of sums.
Visits tested_visits(const Kernel& kernel, const Body& body);
// All loops are sides of boxes, and all tests hold.
Visits all_visits(const Kernel& kernel, const Body& body);

// True if points follow each other in row-major order, one by one.
bool visits_in_order(const Kernel& kernel, const Body& body);

} // namespace hlo2cpp::nest
