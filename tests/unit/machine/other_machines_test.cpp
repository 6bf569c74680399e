// Machines that are no targets.
#include <catch2/catch.hpp>

#include "machine/other_machines.h"
#include "machine/target.h"

using namespace hlo2cpp;

TEST_CASE("a machine that is no target names one that exists, once", "[target]") {
    for (const OtherMachine& machine : other_machines()) {
        INFO(machine.name);
        CHECK_FALSE(find_target(machine.name));
        CHECK(find_target(machine.target));
        CHECK(find_other_machine(machine.name) == &machine);
    }
}

TEST_CASE("machines are found in any case, and others are not", "[target]") {
    REQUIRE(find_other_machine("Cortex-M35P"));
    CHECK(find_other_machine("Cortex-M35P")->target == "cortex-m33");
    CHECK_FALSE(find_other_machine("cortex-m3x"));
    CHECK_FALSE(find_other_machine(""));
}

TEST_CASE("a part is found by the longest name of a family", "[target]") {
    const auto target = [](const char* name) {
        const OtherMachine* const machine = find_other_machine(name);
        return machine == nullptr ? "" : std::string(machine->target);
    };
    CHECK(target("STM32F407VG") == "cortex-m4");
    CHECK(target("stm32wb55") == "cortex-m4");
    CHECK(target("stm32wba52") == "cortex-m33");
    CHECK(target("nrf52840") == "cortex-m4");
    CHECK(target("stm32") == "");
    CHECK(target("esp32c3-mini") == ""); // of no family
}
