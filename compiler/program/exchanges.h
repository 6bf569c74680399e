// The facts that devices which run a program together have in common: the constant NAME_devices.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ir/module.h"
#include "tree/expression.h"

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

// The bytes that a call of a function of the table touches behind its operands, for program_verify; `fault` says what
// is wrong with its numbers, if something is.
struct ExchangeAccess {
    std::size_t operand = 0;
    std::int64_t bytes = 0;
};
std::vector<ExchangeAccess> accesses_of(const tree::Expression& call, const DeviceTables& tables, std::string& fault);

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
