// The schedule: the order in which the steps run, and all copies that could be needed.
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "nest/nest.h"

namespace hlo2cpp {

// A Copy gives one value another's contents: at loop entry and at the end of a loop's body, at the end of a branch, for
// a result, and before a kernel that updates a part of a value. If it may, `buffers` gives both the same bytes; then
// nothing is printed for it.
struct Schedule {
    std::vector<Value> values;   // the values of Kernels under the same ids, then Results and the scratch of calls
    std::vector<Region> regions; // as in Kernels, in order of execution, with Copy steps
    std::vector<Entry>
        entries;       // their `results`: where each leaf is written, a Result or the parameter that it aliases
    std::string order; // "proved", or the gap to the bound in bytes

    const Value& operator[](ValueId id) const { return values[id.index()]; }
    const Region& operator[](RegionId id) const { return regions[id.index()]; }
};

Schedule schedule(const Kernels& kernels, const LoopNests& nests);
// Independent check: every step comes after its operands, every copy that the semantics need is there. Throws
// InternalError.
void verify_schedule(const Kernels& kernels, const Schedule& schedule);
std::string print(const Kernels& kernels, const Schedule& schedule);

} // namespace hlo2cpp
