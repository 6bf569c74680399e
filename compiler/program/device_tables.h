// The facts that devices which run a program together have in common: the constant NAME_devices.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ir/module.h"
#include "schedule/schedule.h"

namespace hlo2cpp {

// The table of functions that move bytes between devices.
constexpr const char* kCollectivesType = "hlo2cpp_collectives";

using DeviceGroupList = std::vector<std::vector<std::int64_t>>;

struct DeviceTables {
    Devices devices;
    std::vector<DeviceGroupList> group_lists;            // each different one once
    std::vector<std::vector<SourceTarget>> permutations; // each different one once
    std::int32_t tickets = 0;                            // exchanges under way at a time, at most

    // The number of the list that an exchange uses.
    std::int32_t number_of(const HostCall& exchange) const;
    void add(const HostCall& exchange);

private:
    using Places = std::map<std::vector<std::int64_t>, std::int32_t>; // by all numbers of the list
    Places place_of_groups_, place_of_pairs_;
};

// The numbers that the exchanges of a program are called with.
struct ExchangeNumbers {
    DeviceTables tables;
    std::map<ValueId, std::int32_t> ticket_of; // by the result of the exchange that is under way
};

// Tickets are used again, the lowest first. Lists of devices follow those of `common`, which the program has, too.
ExchangeNumbers number_exchanges(const Schedule& schedule, DeviceTables common = {});

} // namespace hlo2cpp
