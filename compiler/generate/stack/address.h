// The elements that a line of generated text reads and writes: `x[i0 * 6 + r + 1]`.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

// A sum of variables times constants; the constant's own name is "".
using LinearIndex = std::map<std::string, std::int64_t>;

struct Unrolled {
    std::string variable;
    std::int64_t count = 1;
};

struct Access {
    std::string array;
    std::string stride;             // the loop variables with their factors, as text
    std::set<std::int64_t> offsets; // one for each copy that unrolled loops make, at most 256
};

// Offsets of an index that is no sum (a division, another access) are 0.
std::vector<Access> accesses_of(std::string_view line, const std::vector<Unrolled>& unrolled);

} // namespace hlo2cpp
