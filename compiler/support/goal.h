// The user's goal for the generated code on any machine. Each stage decides by it.
#pragma once

#include <cstdint>

namespace hlo2cpp {

// The preference between speed and size.
enum class Optimize : std::uint8_t {
    Size,     // few bytes: small tiles of scalars, borders that are tested at run time
    Balanced, // borders are written out where that makes few pieces; few functions where flash is scarce
    Speed,    // or many of either
};

struct Goal {
    bool in_order = false; // a sum adds its terms in the module's order or in eight lanes, whatever the target
    Optimize optimize = Optimize::Balanced;
    bool finite = false;      // no float is a NaN or infinite, and the sign of zero says nothing
    std::int64_t threads = 1; // that a large step is divided among
};
constexpr std::int64_t kMostThreads = 64;

} // namespace hlo2cpp
