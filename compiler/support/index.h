// Container subscripts from signed numbers, which dimensions, nodes and values have.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hlo2cpp {

constexpr std::size_t at(std::int64_t number) {
    return static_cast<std::size_t>(number);
}

} // namespace hlo2cpp
