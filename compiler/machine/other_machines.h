// Machines that are no targets, and which target to take for them.
#pragma once

#include <string_view>
#include <vector>

namespace hlo2cpp {

struct OtherMachine {
    std::string_view name;   // as compilers and vendors write it, in lower case: "cortex-m33"
    std::string_view target; // whose code is the nearest
    std::string_view why;    // a clause about the machine: "it has no FPU"
};

const std::vector<OtherMachine>& other_machines();

// nullptr: none of that name, in whatever case it is written.
const OtherMachine* find_other_machine(std::string_view name);

} // namespace hlo2cpp
