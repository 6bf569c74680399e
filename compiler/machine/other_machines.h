// Machines that are no targets, and which target to take for them.
#pragma once

#include <string_view>
#include <vector>

namespace hlo2cpp {

struct OtherMachine {
    std::string_view name;   // as compilers and vendors write it, in lower case: "cortex-m33"
    std::string_view target; // whose code is the nearest
    std::string_view why;    // a clause about the machine: "it has no FPU"
    bool family = false;     // names that begin with this one are of it, too: "stm32f407vg" of "stm32f4"
};

const std::vector<OtherMachine>& other_machines();

// The machine of that name, in whatever case it is written, or else the family of the longest name. nullptr: none.
const OtherMachine* find_other_machine(std::string_view name);

} // namespace hlo2cpp
