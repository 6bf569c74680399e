// Estimated cycles of kernels under the layouts that their arrays may have.
#pragma once

#include <functional>
#include <map>

#include "layout/staging.h"
#include "machine/target.h"
#include "support/goal.h"

namespace hlo2cpp {

// Estimated cycles of a kernel on flat arrays.
using KernelCycles = std::function<double(const Kernel&)>;

// True if `tile` lets the sums of both kernels, on flat arrays, add up in the same order: that follows from the
// dimensions of the reduction (tile/fixed_lanes.h, tile/sum_blocks.h).
bool adds_up_alike(const Kernel& a, const Kernel& b);

class LayoutCycles {
public:
    LayoutCycles(const Kernels& kernels, KernelCycles cycles, const Target& target, const Goal& goal)
        : kernels_(kernels), cycles_(std::move(cycles)), target_(target), goal_(goal),
          stagings_(kernels.kernels.size()), reshaped_(kernels.kernels.size()) {}

    // True where arrays may be copied to lie in another way: vectors gain from it, and memory is not scarce.
    bool may_copy() const {
        return target_.vector_bytes > 0 && target_.memory.last_cache > 0 && goal_.optimize != Optimize::Size;
    }

    // The kernel's forms with copies of its operands.
    const std::vector<Staging>& stagings(KernelId kernel);
    // By argument: see movable.h.
    const std::vector<bool>& reshaped(KernelId kernel);
    // Cycles of one call whose arguments lie so; infinitely many if they cannot.
    double cycles(KernelId kernel, const std::vector<ArrayLayout>& layouts);
    // The form with a copy that is the fastest, if one is.
    const Staging* staging(KernelId kernel, const std::vector<ArrayLayout>& layouts);
    double copy_cycles(const Kernel& copy) { return cycles_of(copy); }
    std::size_t estimated() const { return estimated_; } // kernels

private:
    struct Known {
        double cycles = 0;
        const Staging* staging = nullptr;
    };

    const Known& known(KernelId kernel, const std::vector<ArrayLayout>& layouts);
    double cycles_of(const Kernel& kernel);
    double staged_cycles(const Kernel& kernel, const Staging& form, const std::vector<ArrayLayout>& layouts);
    double plain_cycles(const Kernel& kernel, const std::vector<ArrayLayout>& layouts);

    const Kernels& kernels_;
    const KernelCycles cycles_;
    const Target target_;
    const Goal goal_;
    std::vector<std::optional<std::vector<Staging>>> stagings_; // by kernel, once asked for
    std::vector<std::optional<std::vector<bool>>> reshaped_;    // the same
    std::map<std::pair<KernelId, std::vector<ArrayLayout>>, Known> known_;
    std::size_t estimated_ = 0;
};

} // namespace hlo2cpp
