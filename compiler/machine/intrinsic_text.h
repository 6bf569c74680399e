// The text of an intrinsic on one machine.
#pragma once

#include <string>
#include <vector>

namespace hlo2cpp {

// A function of the generated file, and the helpers and conditions that it needs.
struct IntrinsicText {
    std::string text;
    std::vector<std::string> helpers = {}; // of runtime_lib, that it calls
    std::string unfit = {};                // condition of the preprocessor under which it does not compile
    // Lines of the preprocessor that include what it needs.
    std::string includes = {};
};

} // namespace hlo2cpp
