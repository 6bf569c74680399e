// Kernels with other dimensions, or other arguments.
#pragma once

#include <functional>
#include <map>

#include "kernel/kernel.h"

namespace hlo2cpp {

struct Rebuild {
    std::vector<std::int64_t> dims, reduction_dims; // sizes of the new ones
    // New index of each old dimension, over the new space, which has the new dimensions.
    std::function<std::vector<Index>(IndexSpace&)> replacement;
    std::vector<ArgumentId> kept = {}; // arguments of the new kernel; empty: all
    // New subscripts of an element of the argument (old id); none: unchanged.
    std::function<Subscripts(IndexSpace&, ArgumentId, const Subscripts&)> moved = {};
    // New index of the variable of a loop, an argument of the old kernel that takes these values; none: unchanged.
    std::function<Index(IndexSpace&, ArgumentId, const Range&)> variable = {};
    // New type for an old type; none: unchanged.
    std::function<ElementType(ElementType)> type = {};
    // Replacement of an expression of the new kernel; none: itself.
    std::function<ExprId(Kernel&, Expr)> expression = {};
};

Kernel rebuilt(const Kernel& kernel, const Rebuild& how);
// Rebuilds the kernel as it is, without what nothing needs.
Rebuild unchanged(const Kernel& kernel);

// The arguments that something in the kernel refers to, and the kernel with these alone.
std::vector<ArgumentId> used_arguments(const Kernel& kernel);
Kernel with_arguments(const Kernel& kernel, const std::vector<ArgumentId>& kept);

// The kernel with other expressions in place of some, on its own arguments and in its own space. No index of it refers
// to expressions (`reads_indices`).
Kernel with_expressions(const Kernel& kernel, const std::map<ExprId, Expr>& replaced);

// The kernel with elements of other types that take as many bytes.
Kernel with_types(const Kernel& kernel, const std::function<ElementType(ElementType)>& type);

std::vector<std::int64_t> reduction_dims(const Kernel& kernel);
std::vector<std::int64_t> all_dims(const Kernel& kernel); // sizes of all dimensions of the space

} // namespace hlo2cpp
