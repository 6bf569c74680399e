// Strong ids: indices into the vectors of one structure, which cannot be mixed up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace hlo2cpp {

template <typename Tag>
struct Id {
    std::int32_t value = -1; // negative: none

    constexpr Id() = default;
    constexpr explicit Id(std::size_t index) : value(static_cast<std::int32_t>(index)) {}
    constexpr bool valid() const { return value >= 0; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

} // namespace hlo2cpp

template <typename Tag>
struct std::hash<hlo2cpp::Id<Tag>> {
    std::size_t operator()(hlo2cpp::Id<Tag> id) const noexcept { return static_cast<std::size_t>(id.value); }
};
