// The choice of layouts for all arrays of a module.
#pragma once

#include "layout/given_copies.h"

namespace hlo2cpp {

struct LayoutChoice {
    std::vector<ArrayLayout> layouts; // one a value
    double given = 0, chosen = 0;     // cost of the module's layouts and of these: estimated cycles and preferences
};

LayoutChoice chosen_layouts(const Kernels& kernels, GivenCopies& copies, LayoutCycles& cycles);

} // namespace hlo2cpp
