// What the last stages are asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/literal.h"
#include "measure/measured.h"

namespace hlo2cpp {

// A parameter leaf that lives in the context from call to call, instead of being an argument: the result leaf that it
// aliases is its value in the next call.
struct StateArray {
    std::int64_t parameter_leaf = 0, result_leaf = 0;
    std::string name;   // as the module has it, any bytes
    LiteralPtr initial; // row-major; null: zeros
};

struct GenerateOptions {
    std::string name;         // a C identifier
    std::string module_file;  // file name without folder, for the banner
    std::string command_line; // options other than the defaults, for the banner
    bool deterministic = false;
    bool poison = false; // fill every buffer outside its live range, and check what must stay
    bool trace = false;
    std::vector<StateArray> state;
    std::optional<Measured> measured; // of a file that was generated before with the same options
};

} // namespace hlo2cpp
