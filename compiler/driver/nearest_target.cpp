#include "driver/nearest_target.h"

#include "machine/other_machines.h"

namespace hlo2cpp {

std::string nearest_target(const std::string& name) {
    const OtherMachine* const machine = find_other_machine(name);
    if (machine == nullptr) return "";
    return "for " + name + " take " + std::string(machine->target) + ": " + std::string(machine->why);
}

} // namespace hlo2cpp
