// A module for several devices that is written and read again joins the same devices.
#include <catch2/catch.hpp>

#include "hlo/write.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

constexpr const char* kModule = R"(HloModule m, replica_count=2, num_partitions=4

add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }

wrapped { w = f32[4,8] parameter(0) ROOT p = f32[4,8] collective-permute(w), channel_id=9, source_target_pairs={{0,1},{3,2}} }

ENTRY e {
  a = f32[4,8] parameter(0)
  n = s32[4] parameter(1)
  all = f32[4,8] all-reduce(a), replica_groups={}, to_apply=add
  listed = f32[4,8] all-reduce(a), channel_id=1, replica_groups={{0,3,5,6},{7,4,2,1}}, use_global_device_ids=true, to_apply=add
  unequal = f32[4,8] all-reduce(a), channel_id=2, replica_groups={{0,3,5},{7,4,6,2,1}}, use_global_device_ids=true, to_apply=add
  iota = f32[8,8] all-gather(a), channel_id=3, replica_groups=[4,2]<=[2,4]T(1,0), dimensions={0}, use_global_device_ids=true
  mesh = f32[2,8] reduce-scatter(a), channel_id=4, replica_groups=mesh['x'=2,'y'=4] {'y':(2)2}, dimensions={0}, use_global_device_ids=true, to_apply=add
  ids = f32[2,8] reduce-scatter(a), channel_id=4, replica_groups=mesh['x'=2,'y'=4], device_ids=(7,6,5,4,3,2,1,0) {'x'}, dimensions={0}, use_global_device_ids=true, to_apply=add
  moved = f32[4,8] all-to-all(a), channel_id=5, replica_groups={{0,2},{1,3}}, dimensions={1}
  parts = (f32[4,8], f32[4,8]) all-to-all(a, a), replica_groups={{1,0}}
  first = f32[4,8] collective-broadcast(a), channel_id=6, replica_groups={{2,0},{1}}
  ragged = f32[4,8] ragged-all-to-all(a, a, n, n, n, n), replica_groups={{0,1}}
  permuted = f32[4,8] collective-permute(a), source_target_pairs={{0,1},{1,0}}
  begun = (f32[4,8], f32[8,8]) all-gather-start(a), channel_id=7, replica_groups={{0},{1}}, dimensions={0}, use_global_device_ids=false
  ended = f32[8,8] all-gather-done(begun)
  async = ((f32[4,8]), f32[4,8], u32[]) async-start(a), calls=wrapped
  awaited = f32[4,8] async-done(async)
  token = token[] after-all()
  sent = (f32[4,8], u32[], token[]) send(a, token), channel_id=8, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{2,3}}}
  came = (f32[4,8], u32[], token[]) recv(token), channel_id=8, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{2,3}}}
  came.done = (f32[4,8], token[]) recv-done(came), channel_id=8, control-predecessors={sent}
  sent.done = token[] send-done(sent), channel_id=8
  told = (f32[4,8], u32[], token[]) send(a, token), channel_id=10, is_host_transfer=true
  told.done = token[] send-done(told), channel_id=10, is_host_transfer=true
  replica = u32[] replica-id()
  partition = u32[] partition-id()
  ROOT r = f32[4,8] add(all, listed)
}
)";

void check_same_devices(const Module& module, const Module& again) {
    const auto at_least = [](std::int64_t count) { return std::max<std::int64_t>(count, 1); }; // 1 is not written
    CHECK(at_least(again.devices.replicas) == at_least(module.devices.replicas));
    CHECK(at_least(again.devices.partitions) == at_least(module.devices.partitions));
    REQUIRE(again.computations.size() == module.computations.size());
    for (std::size_t c = 0; c < module.computations.size(); ++c) {
        REQUIRE(again.computations[c].instructions.size() == module.computations[c].instructions.size());
        for (const Instruction& one : module.computations[c].instructions) {
            INFO(one.name);
            const auto& others = again.computations[c].instructions;
            const auto other = std::ranges::find(others, one.name, &Instruction::name);
            REQUIRE(other != others.end());
            CHECK(other->attributes == one.attributes);
        }
    }
}

// Also as passes leave it, without the proto that it was read from.
void check_comes_back(Module module) {
    check_same_devices(module, read_module_bytes(write_text(module)));
    check_same_devices(module, read_module_bytes(write_proto(module)));
    module.source = nullptr;
    check_same_devices(module, read_module_bytes(write_text(module)));
    check_same_devices(module, read_module_bytes(write_proto(module)));
}

} // namespace

TEST_CASE("what is written of a module for several devices is read as the same collectives") {
    const Module module = read_module_bytes(kModule);
    CHECK(module.devices == Devices{.replicas = 2, .partitions = 4});
    check_comes_back(module);
}

TEST_CASE("how many devices a module says it is for is written") {
    for (const char* header : {", replica_count=8", ", num_partitions=8", ", replica_count=2, num_partitions=4"}) {
        INFO(header);
        check_comes_back(read_module_bytes("HloModule m" + std::string(header) +
                                           "\n\nENTRY e {\n  ROOT a = f32[4] parameter(0)\n}\n"));
    }
}
