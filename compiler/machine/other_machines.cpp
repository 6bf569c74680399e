#include "machine/other_machines.h"

#include <algorithm>

#include "support/ascii_case.h"

namespace hlo2cpp {

const std::vector<OtherMachine>& other_machines() {
    static const std::vector<OtherMachine> kMachines = {
#define MACHINE(name, target, why) {name, target, why, false},
#define FAMILY(name, target, why) {name, target, why, true},
#include "machine/other_machines.def"
    };
    return kMachines;
}

const OtherMachine* find_other_machine(std::string_view name) {
    const std::string wanted = lower_case(name);
    const OtherMachine* found = nullptr;
    for (const OtherMachine& machine : other_machines()) {
        if (wanted == machine.name) return &machine;
        const bool longer = found == nullptr || machine.name.size() > found->name.size();
        if (machine.family && wanted.starts_with(machine.name) && longer) found = &machine;
    }
    return found;
}

} // namespace hlo2cpp
