// How often a while loop runs, where that can be proven.
#pragma once

#include <cstdint>

#include "ir/module.h"

namespace hlo2cpp {

// The number of rounds of a lowered while, or -1 where it is not known: a counter that starts at a constant, steps by a
// constant, and is compared with a constant, all in integers that hold each of its values, conversions between them included.
// What the exporter claims (known_trip_count) is not looked at.
std::int64_t trip_count(const Module& module, const Computation& computation, const Instruction& loop);

} // namespace hlo2cpp
