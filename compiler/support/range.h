#pragma once

#include <cstdint>

namespace hlo2cpp {

// Half-open: begin, begin + 1, ..., end - 1.
struct Range {
    std::int64_t begin = 0, end = 0;
    std::int64_t size() const { return end - begin; }
    bool contains(std::int64_t value) const { return begin <= value && value < end; }
    friend bool operator==(const Range&, const Range&) = default;
};

} // namespace hlo2cpp
