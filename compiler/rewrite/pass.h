// A pass is a name and a function that says whether it changed anything. These ones serve `bound` and `lower` alike.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Pass {
    const char* name;
    bool (*run)(Module&);
};

// Computations that the entry does not need go, and the others come after those they call.
bool keep_called(Module& module);
// Calls are replaced by what they call. Every while and conditional gets regions of its own.
bool inline_calls(Module& module);
// Tuples become their leaves.
bool flatten_tuples(Module& module);

// The computations that the entry needs, each after those it calls. The module's calls form no cycle.
std::vector<ComputationId> callees_first(const Module& module);
// Whether the computation is a region of a while or conditional: one flag a computation.
std::vector<bool> region_computations(const Module& module);

} // namespace hlo2cpp
