// A pass is a name and a function that returns true if it changed the module. `bound` and `lower` share these passes.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Pass {
    const char* name;
    bool (*run)(Module&);
};

// Removes computations that the entry does not need, and puts each other one after its callees.
bool keep_called(Module& module);
// Replaces calls by the instructions of their callees. Every while and conditional gets regions of its own.
bool inline_calls(Module& module);
// Replaces tuples by their leaves.
bool flatten_tuples(Module& module);

// The computations that the entry needs, each after those it calls. The module's calls form no cycle.
std::vector<ComputationId> callees_first(const Module& module);
// One flag a computation: it is a region of a while or conditional.
std::vector<bool> region_computations(const Module& module);

} // namespace hlo2cpp
