// Layout: how the arrays between kernels lie in memory.
//
// Each array may lie as the module says, or in another order of its dimensions (NHWC or NCHW for images), or in lines
// of pixels with a pitch (staging.h). A call takes the cycles that `tile` estimates for its kernel under the layouts
// of its arrays; the sum over all calls is the least (sum_of_costs.h). Constants have another order where that pays.
// Parameters and results stay as they are: a copy that lies in another way counts with its own cycles.
//
// Constants that hold small integers, or these times scales, are stored as these where the flash is worth the time, and
// several in a byte (stored_integers.h).
//
// A sum over an array with holes (a transposed convolution) becomes one for each phase of its result first (phases.h).
#pragma once

#include <map>
#include <set>

#include "layout/kernel_cycles.h"

namespace hlo2cpp {

struct LaidOut {
    Kernels kernels;
    double given = 0, chosen = 0;           // cost of the module's layouts and of the chosen ones, in estimated cycles
    std::map<ValueId, ValueId> copies = {}; // of a parameter or a result in another layout: that value
    std::set<ValueId> computed = {};        // constants whose elements kernels compute from what is stored
};

// With the module whose entry this is, its arguments may lie in another order of their dimensions, see boundary.h.
LaidOut lay_out(Kernels kernels, const KernelCycles& cycles, const Target& target, const Goal& goal,
                const Module* any_arguments = nullptr);

// Text for --dump: both costs, and how each array lies.
std::string print(const LaidOut& laid_out);

} // namespace hlo2cpp
