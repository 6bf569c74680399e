// Values whose bits may be seen (--deterministic). Machines make NaNs of different bits. A value that only arithmetic
// reads may have any of them. A value that leaves the model, moves without being computed with, or is read as bits must
// have the same bits on every machine.
#pragma once

#include <vector>

#include "kernel/kernel.h"
#include "schedule/schedule.h"

namespace hlo2cpp {

class ShownBits {
public:
    ShownBits(const Kernels& kernels, const Schedule& schedule);

    // By argument: true if the elements that the kernel writes there may be seen after one of its calls.
    const std::vector<bool>& of(KernelId kernel) const { return shown_[kernel.index()]; }

private:
    std::vector<std::vector<bool>> shown_;
};

} // namespace hlo2cpp
