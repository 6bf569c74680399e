// Numbers 0 ... count - 1 in sets that are joined.
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
    // The member that stands for the set of `member`.
    std::size_t find(std::size_t member) {
        while (parents_[member] != member) member = parents_[member] = parents_[parents_[member]];
        return member;
    }
    // What stands for the set of `into` stands for both.
    void join(std::size_t into, std::size_t other) { parents_[find(other)] = find(into); }

private:
    std::vector<std::size_t> parents_;
};

} // namespace hlo2cpp
