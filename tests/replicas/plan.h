// Lists of groups and permutations in the form in which HLO has them, and the same as a table for hosts.
#pragma once
#include "hlo2cpp_collectives.h"
#include <utility>
#include <vector>

namespace replicas {

using Groups = std::vector<std::vector<int32_t>>;       // devices by group and place
using Pairs = std::vector<std::pair<int32_t, int32_t>>; // of source and target

struct Plan {
    Plan(int32_t devices, int32_t tickets);
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    std::vector<Groups> lists;
    std::vector<Pairs> permutations;
    hlo2cpp_devices table; // points to the arrays below

private:
    std::vector<int32_t> group_of_, place_in_, source_of_, target_of_;
};

// The list of all devices in one group, in order.
constexpr int32_t kWhole = 0;
// A list of groups of two devices each.
constexpr int32_t kPairs = 2;

} // namespace replicas
