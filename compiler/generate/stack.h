// An estimate of the stack that generated functions use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

// Of one function: saved registers, its parameters, and its variables where none stays in a register; arrays and vectors of
// blocks that stand side by side share their place.
std::int64_t frame_bytes(std::size_t parameters, const std::vector<std::string>& lines);

} // namespace hlo2cpp
