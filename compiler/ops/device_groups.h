// The devices that a collective joins. Here all are numbered device = replica * partitions + partition, whatever the
// numbers in the instruction mean.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// The group mode, by XLA's name (collective_ops_utils): the meaning of the numbers in replica_groups.
enum class GroupMode : std::uint8_t {
    CrossReplica,             // replicas, in each partition a group of its own
    CrossPartition,           // partitions, in each replica a group of its own
    CrossReplicaAndPartition, // replicas, with all their partitions in the group, replica by replica
    FlattenedId,              // devices; also of exchanges
};

GroupMode group_mode(const Instruction& collective);
// Count of the mode's numbers.
std::int64_t numbers_of(GroupMode mode, const Devices& devices);
// The groups, each in the order of its members' parts. Empty replica_groups are one group of all. Numbers outside the
// mode's range are left out.
std::vector<std::vector<std::int64_t>> device_groups(const Instruction& collective, const Devices& devices);
// Count of numbers for the pairs of a collective-permute, or of a send and a recv between devices. The numbers of an
// exchange are devices.
std::int64_t numbers_of_pairs(const Instruction& permute, const Devices& devices);
// The source and target of each transfer of a collective-permute, or of a send and a recv between devices.
std::vector<SourceTarget> device_pairs(const Instruction& permute, const Devices& devices);
// The number of devices in a group; all groups are of one size, except in an all-reduce.
std::size_t group_size(const Instruction& collective, const Devices& devices);

} // namespace hlo2cpp
