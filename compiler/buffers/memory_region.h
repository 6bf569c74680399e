// A memory of the machine that arrays may lie in, such as a tightly coupled one beside a larger and slower one.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace hlo2cpp {

struct MemoryRegion {
    std::string name; // a C identifier; empty: the only one, without a name
    std::int64_t budget = std::numeric_limits<std::int64_t>::max(); // bytes, of arena and constants
    std::int64_t arena_bytes = 0;                                   // of the arena that lies there

    // Suffix of names of its arena: "arena_dtcm", NAME_ARENA_DTCM.
    std::string suffix() const { return name.empty() ? "" : "_" + name; }
    bool has_arena() const { return arena_bytes > 0; }
};

} // namespace hlo2cpp
