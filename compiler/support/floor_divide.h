// Integer division that rounds down, or up.
#pragma once

#include <cstdint>

namespace hlo2cpp {

// floor(a / b), b > 0.
inline std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

// The least integer that is at least a / b, b > 0.
inline std::int64_t ceil_divide(std::int64_t a, std::int64_t b) {
    return -floor_divide(-a, b);
}

} // namespace hlo2cpp
