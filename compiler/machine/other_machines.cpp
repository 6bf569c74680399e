#include "machine/other_machines.h"

#include <algorithm>

#include "support/ascii_case.h"

namespace hlo2cpp {

const std::vector<OtherMachine>& other_machines() {
    static const std::vector<OtherMachine> kMachines = {
#define MACHINE(name, target, why) {name, target, why},
#include "machine/other_machines.def"
    };
    return kMachines;
}

const OtherMachine* find_other_machine(std::string_view name) {
    const auto machine = std::ranges::find(other_machines(), lower_case(name), &OtherMachine::name);
    return machine == other_machines().end() ? nullptr : &*machine;
}

} // namespace hlo2cpp
