// Topological order without recursion: everything comes after its dependencies.
#pragma once

#include <cstddef>
#include <vector>

namespace hlo2cpp {

struct DependencyOrder {
    std::vector<std::size_t> order; // every index once, dependencies first, otherwise as given
    // A cycle, if there is one: each depends on the next, and the last on the first; `order` is useless then.
    std::vector<std::size_t> cycle;
};

// `dependencies[i]` are the indices that i depends on. Members of `preferred`, each after its dependencies, come before
// all others.
DependencyOrder dependency_order(const std::vector<std::vector<std::size_t>>& dependencies,
                                 const std::vector<std::size_t>& preferred = {});

} // namespace hlo2cpp
