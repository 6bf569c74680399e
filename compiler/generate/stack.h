// Bounds on the stack that generated functions use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

// Of one function: saved registers, its parameters, and its variables where none stays in a register.
std::int64_t frame_bytes(std::size_t parameters, const std::vector<std::string>& lines);

} // namespace hlo2cpp
