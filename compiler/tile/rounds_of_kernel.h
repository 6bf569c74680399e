// Loop-to-kernel promotion: a kernel of one point that a loop calls in each round becomes a kernel with one more
// dimension, the rounds.
#pragma once

#include <set>
#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

class RoundsOfKernel {
public:
    // `variable`: that of the loop. `scalars`: values of one element that differ from round to round.
    RoundsOfKernel(const Kernel& kernel, const Call& call, ValueId variable, const std::set<ValueId>& scalars);

    const Kernel& kernel() const { return *kernel_; }
    const Call& call() const { return *call_; }

    bool differ(ExprId expr) const { return exprs_[expr.index()]; }
    // True if an output differs from round to round, in its place or its value.
    bool differ() const;
    // True if neighbouring rounds have neighbouring elements.
    bool neighbours(const Index& index) const;
    // True if the expression is a load of neighbours, or arithmetic on vectors.
    bool has_vector(ExprId expr) const;
    // The kernel for `lanes` rounds; the variable is that of the first one. A scalar that differs is an array of them.
    Kernel in_lanes(std::int64_t lanes) const;

private:
    bool differs(const Index& index) const;
    bool differs(TermId term) const;
    bool is_scalar(ArgumentId argument) const { return scalars_.contains((*call_)[argument]); }

    const Kernel* kernel_;
    const Call* call_;
    std::set<ValueId> scalars_; // of the arguments, with the outputs
    ArgumentId variable_;       // or none
    std::vector<bool> exprs_;   // true if it differs from round to round
};

} // namespace hlo2cpp
