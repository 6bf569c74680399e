// An order in which everything comes after what it depends on, without recursion.
#pragma once

#include <cstddef>
#include <vector>

namespace hlo2cpp {

struct DependencyOrder {
    std::vector<std::size_t> order; // every index once, dependencies first, otherwise as given
    // Where there is one: each depends on the next, and the last on the first; `order` is useless then.
    std::vector<std::size_t> cycle;
};

// `dependencies[i]` are the indices that i depends on. Those of `preferred`, each after what it needs, come before all
// others.
DependencyOrder dependency_order(const std::vector<std::vector<std::size_t>>& dependencies,
                                 const std::vector<std::size_t>& preferred = {});

} // namespace hlo2cpp
