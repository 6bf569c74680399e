// Text of the helpers of runtime_lib/ that generated code needs, and their bytes.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hlo2cpp {

struct RuntimeText {
    std::string helpers;            // each needed helper with its comment, dependencies first
    std::set<std::string> includes; // C headers: "math.h"
    std::set<std::string> words;    // identifiers and keywords in their code
    std::int64_t locals_bytes = 0;  // of arrays on the stack, along their deepest chain of calls
};

// The helpers of these names and all their dependencies. Names of other functions are ignored.
RuntimeText runtime_text(const std::set<std::string>& names);
// One helper alone, with the comment above it.
std::string helper_text(const std::string& name);
// Names of all helpers there are.
std::vector<std::string> runtime_names();

} // namespace hlo2cpp
