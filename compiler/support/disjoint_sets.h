// Disjoint sets (union-find) of the numbers 0 ... count - 1.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace hlo2cpp {

class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t{0});
    }

    std::size_t size() const { return parents_.size(); }
    // Representative of the set of `member`.
    std::size_t find(std::size_t member) {
        while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
        return member;
    }
    // Joins two sets; the representative of `into` represents both.
    void join(std::size_t into, std::size_t other) { parents_[find(other)] = find(into); }

private:
    std::vector<std::size_t> parents_;
};

} // namespace hlo2cpp
