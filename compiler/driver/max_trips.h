// Limits for the rounds of loops whose end depends on data: the option --max-trips, and the loops that it stops.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "support/diagnostics.h"

namespace hlo2cpp {

struct TripLimit {
    std::string name; // of a while; empty: of each that no other limit names
    std::int64_t rounds = 0;
};

// N or NAME=N. Throws InputError where the text is neither.
TripLimit parse_max_trips(const std::string& text);

// A loop goes by its name in the module, or by that as an identifier. One that counts to a constant takes no limit.
Kernels with_max_trips(Kernels kernels, const std::vector<TripLimit>& limits, Diagnostics& diagnostics);

} // namespace hlo2cpp
