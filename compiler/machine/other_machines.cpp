#include "machine/other_machines.h"

#include <algorithm>

namespace hlo2cpp {
namespace {

bool equal_but_for_case(std::string_view written, std::string_view name) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(written, name, {}, lower);
}

} // namespace

const std::vector<OtherMachine>& other_machines() {
    static const std::vector<OtherMachine> kMachines = {
#define MACHINE(name, target, why) {name, target, why},
#include "machine/other_machines.def"
    };
    return kMachines;
}

const OtherMachine* find_other_machine(std::string_view name) {
    for (const OtherMachine& machine : other_machines())
        if (equal_but_for_case(name, machine.name)) return &machine;
    return nullptr;
}

} // namespace hlo2cpp
