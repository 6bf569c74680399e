// A difference is one finding of `check`.
#pragma once

#include <string>

namespace hlo2cpp {

// A step whose values differ.
struct Difference {
    std::string step;        // its name in the generated file, or "result 2", or "lower"
    std::string instruction; // HLO text
    std::string op_name;     // and source line
    std::string message;     // the element and both values; or another fault
};

} // namespace hlo2cpp
