#include "ops/device_groups.h"

#include <algorithm>
#include <numeric>

#include "ops/op.h"

namespace hlo2cpp {
namespace {

// Unknown counts become 1.
Devices at_least_one(const Devices& devices) {
    return {.replicas = std::max<std::int64_t>(devices.replicas, 1),
            .partitions = std::max<std::int64_t>(devices.partitions, 1)};
}

using Groups = std::vector<std::vector<std::int64_t>>;

// Adds `copies` groups; number n of a group is device n * stride + copy * step.
void add_copies(Groups& groups, const std::vector<std::int64_t>& numbers, std::int64_t copies, std::int64_t stride,
                std::int64_t step) {
    for (std::int64_t copy = 0; copy < copies; ++copy) {
        std::vector<std::int64_t>& group = groups.emplace_back();
        for (const std::int64_t number : numbers) group.push_back(number * stride + copy * step);
    }
}

// Devices of all partitions of each replica.
std::vector<std::int64_t> with_partitions(const std::vector<std::int64_t>& replicas, std::int64_t partitions) {
    std::vector<std::int64_t> group;
    for (const std::int64_t replica : replicas)
        for (std::int64_t partition = 0; partition < partitions; ++partition)
            group.push_back(replica * partitions + partition);
    return group;
}

// True if the numbers in the pairs of a permute are partitions, false if they are replicas.
bool pairs_partitions(const Instruction& permute, std::int64_t partitions) {
    if (permute.attributes.channel_id <= 0) return false;
    // A send always has a channel, so with one partition its channel does not make the numbers partitions.
    const OpDefinition* const definition = definition_of(permute.opcode);
    const bool transfer = definition == nullptr || definition->collective == Collective::None;
    return !transfer || partitions > 1;
}

Groups listed_groups(const Instruction& collective, std::int64_t count) {
    Groups groups = collective.attributes.replica_groups;
    for (std::vector<std::int64_t>& group : groups)
        std::erase_if(group, [&](std::int64_t number) { return number < 0 || number >= count; });
    std::erase_if(groups, [](const std::vector<std::int64_t>& group) { return group.empty(); });
    if (!collective.attributes.replica_groups.empty()) return groups;
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return {all};
}

} // namespace

GroupMode group_mode(const Instruction& collective) {
    const OpDefinition* const definition = definition_of(collective.opcode);
    const bool channel = collective.attributes.channel_id > 0;
    if (definition == nullptr || definition->collective == Collective::None) return GroupMode::FlattenedId;
    if (definition->collective != Collective::Joint)
        return channel ? GroupMode::CrossPartition : GroupMode::CrossReplica;
    if (collective.attributes.use_global_device_ids) return GroupMode::FlattenedId;
    return channel ? GroupMode::CrossReplicaAndPartition : GroupMode::CrossReplica;
}

std::int64_t numbers_of(GroupMode mode, const Devices& devices) {
    const Devices some = at_least_one(devices);
    if (mode == GroupMode::CrossPartition) return some.partitions;
    return mode == GroupMode::FlattenedId ? some.count() : some.replicas;
}

Groups device_groups(const Instruction& collective, const Devices& devices) {
    const auto [replicas, partitions, only] = at_least_one(devices);
    const GroupMode mode = group_mode(collective);
    Groups listed = listed_groups(collective, numbers_of(mode, devices)), groups;
    if (mode == GroupMode::FlattenedId) return listed;
    for (const std::vector<std::int64_t>& group : listed) {
        if (mode == GroupMode::CrossReplica) add_copies(groups, group, partitions, partitions, 1);
        if (mode == GroupMode::CrossPartition) add_copies(groups, group, replicas, 1, partitions);
        if (mode == GroupMode::CrossReplicaAndPartition) groups.push_back(with_partitions(group, partitions));
    }
    return groups;
}

std::int64_t numbers_of_pairs(const Instruction& permute, const Devices& devices) {
    if (permute.opcode == Opcode::CustomCall) return at_least_one(devices).count();
    const auto [replicas, partitions, only] = at_least_one(devices);
    return pairs_partitions(permute, partitions) ? partitions : replicas;
}

std::vector<SourceTarget> device_pairs(const Instruction& permute, const Devices& devices) {
    const auto [replicas, partitions, only] = at_least_one(devices);
    const bool among_partitions = pairs_partitions(permute, partitions);
    const std::int64_t copies = among_partitions ? replicas : partitions;
    std::vector<SourceTarget> pairs;
    for (std::int64_t copy = 0; copy < copies; ++copy)
        for (const auto& [source, target] : permute.attributes.source_target_pairs)
            pairs.push_back(among_partitions ? SourceTarget{copy * partitions + source, copy * partitions + target}
                                             : SourceTarget{source * partitions + copy, target * partitions + copy});
    return pairs;
}

std::size_t group_size(const Instruction& collective, const Devices& devices) {
    const Groups groups = device_groups(collective, devices);
    return groups.empty() ? 1 : groups[0].size();
}

} // namespace hlo2cpp
