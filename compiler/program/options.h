// What the last stages are asked for.
#pragma once

#include <cstdint>
#include <string>

namespace hlo2cpp {

struct GenerateOptions {
    std::string name;         // a C identifier
    std::string module_file;  // file name without folder, for the banner
    std::string command_line; // options other than the defaults, for the banner
    bool deterministic = false;
    bool poison = false; // fill every buffer outside its live range, and check what must stay
    bool trace = false;
    bool self_test = false;
    bool share_sizes = false; // functions that differ in sizes alone are one
};

} // namespace hlo2cpp
