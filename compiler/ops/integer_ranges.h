// Values that the integer expressions of a kernel may have, as far as types, constants and arithmetic tell: a product
// of two s8 that are converted to s32 lies in [-16256, 16384]. Numbers of f32 that are made of these lie between whole
// numbers, too.
#pragma once

#include <vector>

#include "kernel/kernel.h"

namespace hlo2cpp {

class IntegerRanges {
public:
    explicit IntegerRanges(const Kernel& kernel);

    // Adds those of expressions that the kernel got since.
    void extend();

    // All values of the expression; those of its type where nothing more is known, nothing where it is no integer. An
    // f32 with a range is no NaN and lies between its first and last number, up to what its operations round.
    const Range& of(ExprId expr) const { return ranges_[expr.index()]; }
    // True if an s32 or s64 is computed by +, - or * and cannot leave its type.
    bool is_exact(ExprId expr) const { return exact_[expr.index()]; }
    // True if a sum of terms in s32 or s64 cannot leave its type, in whatever order they are added.
    bool sum_is_exact() const { return sum_.size() > 0; }

private:
    // Of the kernel's sum, and of any part of it; empty if it may leave its type.
    Range range_of_sum() const;
    Range computed(const Expr& expr);

    const Kernel& kernel_;
    std::vector<Range> ranges_;
    std::vector<bool> exact_;
    Range sum_;
};

} // namespace hlo2cpp
