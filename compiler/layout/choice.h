// The choice of layouts for all arrays of a module.
#pragma once

#include "layout/kernel_cycles.h"
#include "layout/movable.h"

namespace hlo2cpp {

struct LayoutChoice {
    std::vector<ArrayLayout> layouts; // one a value
    double given = 0, chosen = 0;     // cost of the module's layouts and of these: estimated cycles and preferences
};

LayoutChoice chosen_layouts(const Kernels& kernels, const std::vector<Mobility>& mobility, LayoutCycles& cycles);

// The layouts of a call's arguments; those that its kernel reads reshaped lie as the module says.
std::vector<ArrayLayout> layouts_of_call(const Call& call, const std::vector<ArrayLayout>& of_values,
                                         const std::vector<bool>& reshaped);

} // namespace hlo2cpp
