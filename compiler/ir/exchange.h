// The exchanges between several devices in generated code. `lower` makes custom calls of these names from all
// collectives:
//
//     a = f32[4,6] custom-call(x), custom_call_target="hlo2cpp.all_gather", replica_groups={{0,1,2,3}}
//     b = f32[4,6] custom-call(a, x), custom_call_target="hlo2cpp.wait"
//
// An exchange is under way from its start, whose result nobody may read, to its wait, which gives the result. Groups
// and pairs number devices.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/module.h"

namespace hlo2cpp {

enum class Exchange : std::uint8_t {
    None,
    Device,         // () -> u32[]: the number of the device that runs
    AllGather,      // x -> [members, x]: member by member its x
    AllToAll,       // [members, x] -> [members, x]: from each member the part with this device's place
    AllToAllRagged, // (x, y, from, count, to, expected) -> y with rows of the members' x; s32[members] each
    Broadcast,      // x -> x of the group's first member; zeros on a device in no group
    Permute,        // x -> x of this device's source; zeros where it has none
    Wait,           // (under way, operands) -> the result of the exchange
};

// The custom_call_target of an exchange, and back.
std::string_view target_of(Exchange exchange);
Exchange exchange_of(const Instruction& instruction);
// Returns true where it begins an exchange.
inline bool starts(Exchange exchange) {
    return exchange != Exchange::None && exchange != Exchange::Device && exchange != Exchange::Wait;
}

} // namespace hlo2cpp
