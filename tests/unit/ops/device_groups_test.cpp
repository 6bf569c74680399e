// Which devices the groups and pairs of a collective join. Device d is replica d / partitions and partition
// d % partitions; the groups are those that XLA:CPU's collectives have.
#include "ops/device_groups.h"

#include <catch2/catch.hpp>

using namespace hlo2cpp;

namespace {

using Groups = std::vector<std::vector<std::int64_t>>;
using Pairs = std::vector<SourceTarget>;

Instruction collective(Opcode opcode, const Groups& groups, std::int64_t channel = 0, bool global = false) {
    return {.opcode = opcode,
            .attributes = {.replica_groups = groups, .channel_id = channel, .use_global_device_ids = global}};
}

Instruction paired(Opcode opcode, const Pairs& pairs, std::int64_t channel) {
    return {.opcode = opcode, .attributes = {.source_target_pairs = pairs, .channel_id = channel}};
}

Devices of(std::int64_t replicas, std::int64_t partitions) {
    return {.replicas = replicas, .partitions = partitions};
}

} // namespace

TEST_CASE("without a channel, groups are of replicas, in each partition anew") {
    const auto groups = [](const Devices& devices, const Groups& listed) {
        return device_groups(collective(Opcode::AllReduce, listed), devices);
    };
    CHECK(groups(of(2, 2), {}) == Groups{{0, 2}, {1, 3}});
    CHECK(groups(of(4, 2), {{0, 2}, {3, 1}}) == Groups{{0, 4}, {1, 5}, {6, 2}, {7, 3}});
    CHECK(groups(of(4, 1), {{0, 1}, {2, 3}}) == Groups{{0, 1}, {2, 3}});
    CHECK(device_groups(collective(Opcode::AllToAll, {}), of(2, 4)) == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(device_groups(collective(Opcode::AllToAll, {{3, 0}, {1, 2}}), of(4, 2)) ==
          Groups{{6, 0}, {7, 1}, {2, 4}, {3, 5}});
}

TEST_CASE("with a channel, groups of reductions and gathers are of replicas with all their partitions") {
    for (const Opcode opcode : {Opcode::AllReduce, Opcode::AllGather, Opcode::ReduceScatter, Opcode::AllReduceStart,
                                Opcode::AllGatherStart}) {
        const auto groups = [&](const Devices& devices, const Groups& listed) {
            return device_groups(collective(opcode, listed, 1), devices);
        };
        CHECK(groups(of(2, 2), {}) == Groups{{0, 1, 2, 3}});
        CHECK(groups(of(4, 2), {{0, 2}, {3, 1}}) == Groups{{0, 1, 4, 5}, {6, 7, 2, 3}});
        CHECK(groups(of(2, 2), {{1, 0}}) == Groups{{2, 3, 0, 1}});
        CHECK(groups(of(2, 4), {{0}, {1}}) == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
        CHECK(groups(of(1, 4), {{0}}) == Groups{{0, 1, 2, 3}});
    }
}

TEST_CASE("with a channel, groups of moves are of partitions, in each replica anew") {
    for (const Opcode opcode : {Opcode::AllToAll, Opcode::CollectiveBroadcast, Opcode::RaggedAllToAll}) {
        CHECK(device_groups(collective(opcode, {}, 1), of(2, 4)) == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
        CHECK(device_groups(collective(opcode, {{0, 2}, {1, 3}}, 1), of(2, 4)) ==
              Groups{{0, 2}, {4, 6}, {1, 3}, {5, 7}});
    }
}

TEST_CASE("groups of global ids are of devices") {
    const Instruction reduce = collective(Opcode::AllReduce, {{0, 3}, {2, 1}}, 1, true);
    CHECK(group_mode(reduce) == GroupMode::FlattenedId);
    CHECK(device_groups(reduce, of(2, 2)) == Groups{{0, 3}, {2, 1}});
    CHECK(numbers_of(GroupMode::FlattenedId, of(2, 4)) == 8);
}

TEST_CASE("a mode has as many numbers as what it numbers") {
    CHECK(numbers_of(GroupMode::CrossReplica, of(2, 4)) == 2);
    CHECK(numbers_of(GroupMode::CrossReplicaAndPartition, of(2, 4)) == 2);
    CHECK(numbers_of(GroupMode::CrossPartition, of(2, 4)) == 4);
    CHECK(numbers_of(GroupMode::CrossReplica, of(0, 0)) == 1);
    CHECK(numbers_of(GroupMode::FlattenedId, of(0, 4)) == 4);
}

TEST_CASE("one device is in one group, whoever says that there is one") {
    for (const Devices& devices : {of(0, 0), of(1, 0), of(1, 1)}) {
        CHECK(device_groups(collective(Opcode::AllReduce, {}), devices) == Groups{{0}});
        CHECK(device_groups(collective(Opcode::AllReduce, {{0}}, 1), devices) == Groups{{0}});
        CHECK(group_size(collective(Opcode::AllToAll, {}, 1), devices) == 1);
    }
}

TEST_CASE("pairs are of partitions where there is a channel, else of replicas") {
    const Pairs ring = {{.source = 0, .target = 1}, {.source = 1, .target = 2}};
    for (const Opcode opcode : {Opcode::CollectivePermute, Opcode::CollectivePermuteStart}) {
        CHECK(device_pairs(paired(opcode, ring, 1), of(2, 3)) == Pairs{{.source = 0, .target = 1},
                                                                       {.source = 1, .target = 2},
                                                                       {.source = 3, .target = 4},
                                                                       {.source = 4, .target = 5}});
        CHECK(device_pairs(paired(opcode, {{.source = 0, .target = 1}, {.source = 2, .target = 0}}, 0), of(3, 2)) ==
              Pairs{{.source = 0, .target = 2},
                    {.source = 4, .target = 0},
                    {.source = 1, .target = 3},
                    {.source = 5, .target = 1}});
    }
    CHECK(numbers_of_pairs(paired(Opcode::CollectivePermute, ring, 1), of(3, 2)) == 2);
    CHECK(numbers_of_pairs(paired(Opcode::CollectivePermute, ring, 0), of(3, 2)) == 3);
}

TEST_CASE("sends always have a channel, and pair replicas where there is one partition") {
    const Pairs ring = {{.source = 0, .target = 1}, {.source = 1, .target = 0}};
    for (const Opcode opcode : {Opcode::Send, Opcode::Recv, Opcode::SendDone, Opcode::RecvDone}) {
        CHECK(device_pairs(paired(opcode, ring, 5), of(2, 1)) == ring);
        CHECK(device_pairs(paired(opcode, ring, 5), of(1, 2)) == ring);
        CHECK(numbers_of_pairs(paired(opcode, ring, 5), of(4, 1)) == 4);
        CHECK(numbers_of_pairs(paired(opcode, ring, 5), of(4, 2)) == 2);
    }
}
