// An estimate of the most stack that generated functions use with GCC 12 and Clang 14 at -O1, -O2, -O3 and -Os: what shows in
// their text, weighed by numbers that are fitted to what the compilers report (stack_model.def).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tile/target.h"

namespace hlo2cpp {

// A step's function, with all that it calls, but libm.
std::int64_t step_stack_bytes(const Target& target, const std::string& signature, const std::vector<std::string>& lines);

struct EntryShape {
    std::size_t arguments = 0;
    std::size_t step_parameters = 0; // of the step that has most
};
// The entry and `run`, without the steps; `lines` are those of `run`.
std::int64_t entry_stack_bytes(const Target& target, const EntryShape& shape, const std::vector<std::string>& lines);

} // namespace hlo2cpp
