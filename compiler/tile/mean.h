// Means over the rounds of loops: how often a loop with clipped bounds runs, and how often a test holds.
#pragma once

#include <vector>

#include "nest/point.h"

namespace hlo2cpp {

// The value of an index at a point; a term that is no dimension has the middle of its range.
nest::Position value_of(const IndexSpace& space, const nest::Point& point, const Index& index);
// The mean of a position over all rounds.
double mean(const nest::Rounds& rounds, const nest::Position& position);
// Rounds of a clipped loop, one step each.
double mean_rounds(const IndexSpace& space, const nest::Point& point, const nest::Rounds& rounds,
                   const Clipped& clipped);
// Share of the rounds in which all conditions hold.
double share_of(const IndexSpace& space, const nest::Point& point, const nest::Rounds& rounds,
                const std::vector<Condition>& conditions);

} // namespace hlo2cpp
