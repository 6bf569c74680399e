// Places where the scalars of the buffer plan are declared: the innermost block of `run` that contains all uses of a
// scalar.
#pragma once

#include <vector>

#include "program/input.h"

namespace hlo2cpp {

struct ScalarHome {
    RegionId region;
    std::int32_t step = -1;   // of the region, in front of which it stands
    bool set_by_step = false; // the step is one statement, which gives it its first value
    std::int64_t writes = 0;  // in all of `run`
};

// Homes by number of the scalar.
std::vector<ScalarHome> scalar_homes(const ProgramInput& input);

} // namespace hlo2cpp
