// Estimated cycles and code of steps as loops.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "kernel/kernel.h"

namespace hlo2cpp {

class LoopCosts {
public:
    LoopCosts(const Kernels& kernels, const std::function<double(const Kernel&)>& cycles)
        : kernels_(kernels), cycles_(cycles) {}

    // Cycles of a step with all that is inside it; none where nobody knows how often its loops run.
    std::optional<double> cycles(const StepNode& node);
    double cycles(const Call& call);
    // Number of calls of functions in the step; statements of the loop around them are none.
    std::size_t calls(const StepNode& node) const;
    // Estimated instructions of the code of a step with all that is inside it, without the kernels in `known`, to which
    // it adds its own: a kernel is one function, however often it is called.
    double code(const StepNode& node, std::set<KernelId>& known) const;

private:
    std::optional<double> cycles(RegionId region);

    const Kernels& kernels_;
    const std::function<double(const Kernel&)> cycles_;
    std::map<KernelId, double> known_;
};

} // namespace hlo2cpp
