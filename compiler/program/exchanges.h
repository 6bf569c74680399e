// What the devices that run a program together have in common: the constant NAME_devices.
#pragma once

#include <cstdint>
#include <map>
#include <set>
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

private:
    using Places = std::map<std::vector<std::int64_t>, std::int32_t>; // by all numbers of the list
    Places place_of_groups_, place_of_pairs_;
};

// The tickets of exchanges under way: the lowest that is free.
class Tickets {
public:
    std::int32_t take();
    void give_back(std::int32_t ticket);
    std::int32_t most() const { return most_; }

private:
    std::set<std::int32_t> free_; // below most_
    std::int32_t most_ = 0;
};

} // namespace hlo2cpp
