// Means over the rounds of loops: how often a loop with clipped bounds runs, and how often a test holds.
#pragma once

#include <vector>

#include "nest/point.h"

namespace hlo2cpp {

// The sum of an index at a point; a term that is no dimension has the middle of its range.
nest::Sum sum_of(const IndexSpace& space, const nest::Point& point, const Index& index);
// The mean of a sum over the rounds of all loops that it counts.
double mean(const nest::Sum& sum);
// Rounds of a clipped loop, one step each.
double mean_rounds(const IndexSpace& space, const nest::Point& point, const Clipped& clipped);
// Share of the rounds in which all conditions hold.
double share_of(const IndexSpace& space, const nest::Point& point, const std::vector<Condition>& conditions);

} // namespace hlo2cpp
