// What the devices that run a program together have in common: the constant NAME_devices.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// The table of functions that move bytes between devices.
constexpr const char* kCollectivesType = "hlo2cpp_collectives";

using DeviceGroupList = std::vector<std::vector<std::int64_t>>;

struct DeviceTables {
    Devices devices;
    std::vector<DeviceGroupList> group_lists;            // each different one once
    std::vector<std::vector<SourceTarget>> permutations; // the same
    std::int32_t tickets = 0;                            // exchanges under way at a time, at most

    // The number of the list, which is added where it is new.
    std::int32_t number_of(const DeviceGroupList& groups);
    std::int32_t number_of(const std::vector<SourceTarget>& pairs);
};

// The tickets of exchanges under way: the lowest that is free.
class Tickets {
public:
    std::int32_t take();
    void give_back(std::int32_t ticket);
    std::int32_t most() const { return static_cast<std::int32_t>(taken_.size()); }

private:
    std::vector<bool> taken_;
};

} // namespace hlo2cpp
