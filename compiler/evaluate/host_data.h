// What a module takes from its host while it runs, and gives to it.
#pragma once

#include <cstddef>
#include <span>

namespace hlo2cpp {

class HostData {
public:
    virtual ~HostData() = default;
    // Arrays as they lie in memory, one a call, in the order in which the module takes or gives them.
    virtual void infeed(std::span<std::byte> array) = 0;
    virtual void outfeed(std::span<const std::byte> array) = 0;
};

} // namespace hlo2cpp
