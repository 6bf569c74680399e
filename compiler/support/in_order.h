// Permutation of lists that have one entry per dimension.
#pragma once

#include <cstdint>
#include <vector>

namespace hlo2cpp {

// of_dimensions[order[0]], of_dimensions[order[1]], ...
template <typename T>
std::vector<T> in_order(const std::vector<T>& of_dimensions, const std::vector<std::int64_t>& order) {
    std::vector<T> result;
    for (const std::int64_t d : order) result.push_back(of_dimensions[static_cast<std::size_t>(d)]);
    return result;
}

} // namespace hlo2cpp
