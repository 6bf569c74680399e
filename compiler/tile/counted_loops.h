// The counted loops around a step, and the number of rounds of a loop inside them.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

class CountedLoops {
public:
    explicit CountedLoops(const Kernels& kernels) : kernels_(kernels) {}

    void enter(const While& loop) { loops_.push_back(&loop); }
    void leave() { loops_.pop_back(); }
    // Range of the number of rounds of a loop inside these loops; empty if nothing is known.
    Range rounds_of(const While& loop) const;

private:
    std::optional<Index> bound_of(ValueId bound, std::int64_t otherwise) const;
    std::optional<std::int64_t> extreme(std::optional<Index> sum, bool largest) const;

    const Kernels& kernels_;
    std::vector<const While*> loops_; // the innermost last
};

} // namespace hlo2cpp
