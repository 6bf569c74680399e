// Which devices the notations of groups and pairs mean. XLA's parser takes each of them; an evaluator that agrees with
// XLA:CPU's collectives says which groups they are.
#include "hlo/proto/devices.h"

#include <numeric>

#include <catch2/catch.hpp>

#include "hlo/proto/hlo.pb.h"
#include "read/reader.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

using Groups = std::vector<std::vector<std::int64_t>>;

// The root of a module whose entry computation has these lines behind a parameter `a`.
Instruction root_of(const std::string& lines) {
    const Module module = read_module_bytes("HloModule m\n\nENTRY e {\n  a = f32[4] parameter(0)\n" + lines + "}\n");
    return module.entry_computation()[module.entry_computation().root];
}

Groups groups(const std::string& notation) {
    const std::string gather = "  ROOT g = f32[8] all-gather(a), replica_groups=" + notation + ", dimensions={0}\n";
    return root_of(gather).attributes.replica_groups;
}

std::vector<SourceTarget> pairs(const std::string& permute) {
    return root_of("  ROOT p = f32[4] collective-permute(a), source_target_pairs=" + permute + "\n")
        .attributes.source_target_pairs;
}

void set_iota(hlo2cpp_proto::IotaReplicaGroupListProto& iota, std::int64_t groups, std::int64_t devices,
              const std::vector<std::int64_t>& dims, const std::vector<std::int32_t>& permutation) {
    iota.set_num_replica_groups(groups);
    iota.set_num_devices_per_group(devices);
    for (const std::int64_t dim : dims) iota.add_iota_reshape_dims(dim);
    for (const std::int32_t p : permutation) iota.add_iota_transpose_perm(p);
}

// The groups of a mesh whose axes have these sizes, along axis 0.
hlo2cpp_proto::HloInstructionProto along_first_axis(const std::vector<std::int64_t>& sizes) {
    hlo2cpp_proto::HloInstructionProto proto;
    auto& list = *proto.mutable_mesh_axes_replica_group_list();
    for (const std::int64_t size : sizes) list.mutable_mesh()->add_axes()->set_size(size);
    list.add_axes()->set_mesh_axis_index(0);
    return proto;
}

constexpr const char* kNoList = "its replica groups are no list of at most 1048576 devices";

} // namespace

TEST_CASE("groups are read from lists") {
    CHECK(groups("{}") == Groups{});
    CHECK(groups("{{0,3},{2,1}}") == Groups{{0, 3}, {2, 1}});
    CHECK(groups("{{5,4,3,2,1,0}}") == Groups{{5, 4, 3, 2, 1, 0}});
    CHECK(groups("{{0},{1,2}}") == Groups{{0}, {1, 2}});
}

TEST_CASE("groups are read from iota") {
    CHECK(groups("[2,4]<=[8]") == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
    CHECK(groups("[1,8]<=[8]") == Groups{{0, 1, 2, 3, 4, 5, 6, 7}});
    CHECK(groups("[8,1]<=[8]") == Groups{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}});
    CHECK(groups("[4,2]<=[2,4]T(1,0)") == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(groups("[2,4]<=[4,2]T(1,0)") == Groups{{0, 2, 4, 6}, {1, 3, 5, 7}});
    CHECK(groups("[2,4]<=[2,2,2]T(2,0,1)") == Groups{{0, 2, 4, 6}, {1, 3, 5, 7}});
    CHECK(groups("[4,2]<=[2,2,2]T(1,2,0)") == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
}

TEST_CASE("groups are read from the axes of a mesh, whose order is that of their members") {
    CHECK(groups("mesh['x'=2,'y'=4] {'x'}") == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(groups("mesh['x'=2,'y'=4] {'y'}") == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
    CHECK(groups("mesh['x'=2,'y'=4] {'x','y'}") == Groups{{0, 1, 2, 3, 4, 5, 6, 7}});
    CHECK(groups("mesh['x'=2,'y'=4] {'y','x'}") == Groups{{0, 4, 1, 5, 2, 6, 3, 7}});
    CHECK(groups("mesh['x'=2,'y'=2,'z'=2] {'z','x'}") == Groups{{0, 4, 1, 5}, {2, 6, 3, 7}});
    CHECK(groups("mesh['x'=8] {'x'}") == Groups{{0, 1, 2, 3, 4, 5, 6, 7}});
    CHECK(groups("mesh['x'=4,'y'=1] {'x'}") == Groups{{0, 1, 2, 3}});
}

TEST_CASE("groups are read from parts of the axes of a mesh") {
    CHECK(groups("mesh['x'=8] {'x':(1)2}") == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(groups("mesh['x'=8] {'x':(2)2}") == Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
    CHECK(groups("mesh['x'=8] {'x':(4)2}") == Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}});
    CHECK(groups("mesh['x'=8] {'x':(2)4}") == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
    CHECK(groups("mesh['x'=8] {'x':(1)4}") == Groups{{0, 2, 4, 6}, {1, 3, 5, 7}});
    CHECK(groups("mesh['x'=8] {'x':(1)2,'x':(4)2}") == Groups{{0, 1, 4, 5}, {2, 3, 6, 7}});
    CHECK(groups("mesh['x'=2,'y'=4] {'y':(2)2,'x'}") == Groups{{0, 4, 1, 5}, {2, 6, 3, 7}});
    CHECK(groups("mesh['x'=2,'y'=4] {'x','y':(1)2}") == Groups{{0, 2, 4, 6}, {1, 3, 5, 7}});
}

TEST_CASE("a mesh may have its devices in another order") {
    CHECK(groups("mesh['x'=4,'y'=2], device_ids=([2,4]T(1,0)) {'x'}") == Groups{{0, 1, 2, 3}, {4, 5, 6, 7}});
    CHECK(groups("mesh['x'=2,'y'=4], device_ids=(7,6,5,4,3,2,1,0) {'y'}") == Groups{{7, 6, 5, 4}, {3, 2, 1, 0}});
    CHECK(groups("mesh['x'=2,'y'=2,'z'=2], device_ids=([2,2,2]T(1,0,2)) {'z','y'}") ==
          Groups{{0, 4, 1, 5}, {2, 6, 3, 7}});
}

TEST_CASE("iota groups are read from either of the fields that protos have had for them") {
    hlo2cpp_proto::HloInstructionProto own, inside;
    set_iota(*own.mutable_iota_collective_device_list(), 4, 2, {2, 4}, {1, 0});
    set_iota(*inside.mutable_collective_device_list()->mutable_iota_replica_group_list(), 4, 2, {2, 4}, {1, 0});
    CHECK(replica_groups_from(own) == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(replica_groups_from(inside) == Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    hlo2cpp_proto::HloInstructionProto listed;
    for (const std::int64_t device : {1, 0})
        listed.mutable_collective_device_list()->add_replica_groups()->add_replica_ids(device);
    CHECK(replica_groups_from(listed) == Groups{{1}, {0}});
}

TEST_CASE("iota that gives no groups is refused") {
    const auto refuses = [](std::int64_t groups, std::int64_t devices, const std::vector<std::int64_t>& dims,
                            const std::vector<std::int32_t>& permutation) {
        hlo2cpp_proto::HloInstructionProto proto;
        set_iota(*proto.mutable_iota_collective_device_list(), groups, devices, dims, permutation);
        CHECK_THROWS_WITH(replica_groups_from(proto), Contains(kNoList));
    };
    refuses(2, 4, {7}, {});
    refuses(2, 4, {2, 4}, {1, 1});
    refuses(2, 4, {2, 4}, {0, 2});
    refuses(2, 4, {2, 4}, {-1, 0});
    refuses(2, 4, {2, 4}, {1});
    refuses(2, 4, {2, 4}, {0});
    refuses(0, 4, {8}, {});
    refuses(-2, -4, {8}, {});
    refuses(2, 4, {-2, -4}, {1, 0});
    refuses(std::int64_t{1} << 40, std::int64_t{1} << 40, {8}, {});
    refuses(2, 4, {std::int64_t{1} << 62, 4}, {});
    refuses(1024, 1025, {1024, 1025}, {});
}

TEST_CASE("a mesh that gives no groups is refused") {
    const auto refuses = [](const hlo2cpp_proto::HloInstructionProto& proto) {
        CHECK_THROWS_WITH(replica_groups_from(proto), Contains(kNoList));
    };
    const auto refuses_axis = [&](std::int64_t axis) {
        hlo2cpp_proto::HloInstructionProto proto = along_first_axis({2, 4});
        proto.mutable_mesh_axes_replica_group_list()->mutable_axes(0)->set_mesh_axis_index(axis);
        refuses(proto);
    };
    const auto refuses_part = [&](std::int64_t pre_size, std::int64_t size) {
        hlo2cpp_proto::HloInstructionProto proto = along_first_axis({8});
        auto& part = *proto.mutable_mesh_axes_replica_group_list()->mutable_axes(0)->mutable_sub_axis_info();
        part.set_pre_size(pre_size);
        part.set_size(size);
        refuses(proto);
    };
    refuses(along_first_axis({}));
    refuses(along_first_axis({0, 4}));
    refuses(along_first_axis({-2, -4}));
    refuses(along_first_axis({std::int64_t{1} << 40, std::int64_t{1} << 40}));
    refuses_axis(2);
    refuses_axis(-1);
    refuses_part(3, 2);
    refuses_part(2, 8);
    refuses_part(0, 2);
    refuses_part(-1, -2);
    refuses_part(std::int64_t{1} << 40, std::int64_t{1} << 40);
    hlo2cpp_proto::HloInstructionProto few_ids = along_first_axis({2, 4});
    few_ids.mutable_mesh_axes_replica_group_list()->mutable_mesh()->add_device_ids(0);
    refuses(few_ids);
    hlo2cpp_proto::HloInstructionProto twice = along_first_axis({2, 4});
    twice.mutable_mesh_axes_replica_group_list()->add_axes()->set_mesh_axis_index(0);
    refuses(twice);
    hlo2cpp_proto::HloInstructionProto permuted = along_first_axis({2, 4});
    auto& iota = *permuted.mutable_mesh_axes_replica_group_list()->mutable_mesh()->mutable_iota_transform();
    iota.add_reshape_dims(4);
    iota.add_reshape_dims(2);
    iota.add_transpose_perm(0);
    refuses(permuted);
}

TEST_CASE("more axes than there can be are refused at once") {
    const auto refuses = [](const hlo2cpp_proto::HloInstructionProto& proto) {
        CHECK_THROWS_WITH(replica_groups_from(proto), Contains(kNoList));
    };
    std::vector<std::int64_t> sizes(300'000, 1);
    refuses(along_first_axis(sizes));
    hlo2cpp_proto::HloInstructionProto parts = along_first_axis({1});
    for (int i = 0; i < 300'000; ++i) parts.mutable_mesh_axes_replica_group_list()->add_axes();
    refuses(parts);
    sizes.push_back(1 << 20);
    std::vector<std::int32_t> permutation(sizes.size());
    std::iota(permutation.begin(), permutation.end(), 0);
    hlo2cpp_proto::HloInstructionProto iota;
    set_iota(*iota.mutable_iota_collective_device_list(), 1, 1 << 20, sizes, permutation);
    refuses(iota);
}

TEST_CASE("parts of an axis that cross each other are refused") {
    hlo2cpp_proto::HloInstructionProto proto = along_first_axis({12});
    auto& list = *proto.mutable_mesh_axes_replica_group_list();
    list.mutable_axes(0)->mutable_sub_axis_info()->set_pre_size(1);
    list.mutable_axes(0)->mutable_sub_axis_info()->set_size(4);
    auto& other = *list.add_axes();
    other.set_mesh_axis_index(0);
    other.mutable_sub_axis_info()->set_pre_size(1);
    other.mutable_sub_axis_info()->set_size(6);
    CHECK_THROWS_WITH(replica_groups_from(proto), Contains(kNoList));
}

TEST_CASE("what refuses groups names the instruction") {
    CHECK_THROWS_WITH(groups("[2,4]<=[7]"), Contains(kNoList));
    try {
        groups("[2,4]<=[7]");
    } catch (const InputError& error) {
        CHECK_THAT(error.diagnostic.instruction, Contains("g = all-gather"));
    }
}

TEST_CASE("pairs are read from a permute, and from the notes of a send and a recv, whose dones have them, too") {
    using Pairs = std::vector<SourceTarget>;
    CHECK(pairs("{}") == Pairs{});
    CHECK(pairs("{{0,1},{1,2},{3,0}}") ==
          Pairs{{.source = 0, .target = 1}, {.source = 1, .target = 2}, {.source = 3, .target = 0}});
    const std::string start = "  t = token[] after-all()\n  r = (f32[4], u32[], token[]) recv(t), channel_id=7, "
                              "frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,12}}}\n"
                              "  s = (f32[4], u32[], token[]) send(a, t), channel_id=7, "
                              "frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,12}}}\n";
    const Pairs said = {{.source = 0, .target = 1}, {.source = 1, .target = 12}};
    for (const char* done : {"(f32[4], token[]) recv-done(r)", "token[] send-done(s)"}) {
        const Instruction root = root_of(start + "  ROOT d = " + done + ", channel_id=7\n");
        CHECK(root.attributes.source_target_pairs == said);
        CHECK(root.attributes.channel_id == 7);
        CHECK_FALSE(root.attributes.is_host_transfer);
    }
}

TEST_CASE("notes that give no pairs are refused") {
    for (const char* pairs : {"{}", "{{0}}", "{{0,1},{2}}", "{{0,1}{1,2}}", "{{0,1},}", "{{0,1}}}", "{{0,1,2}}",
                              "{{99999999999999999999,1}}", "{{0,}}", "{{a,b}}"}) {
        INFO(pairs);
        const std::string send =
            std::string("  t = token[] after-all()\n  ROOT s = (f32[4], u32[], token[]) send(a, t), "
                        "channel_id=7, frontend_attributes={_xla_send_recv_source_target_pairs=\"") +
            pairs + "\"}\n";
        CHECK_THROWS_WITH(root_of(send), Contains("are no list {{0,1},{1,2}}"));
    }
}

TEST_CASE("channels and the meaning of ids are read") {
    const Instruction gather = root_of("  ROOT g = f32[16] all-gather(a), channel_id=3, replica_groups={{0,1,2,3}}, "
                                       "dimensions={0}, use_global_device_ids=true\n");
    CHECK(gather.attributes.channel_id == 3);
    CHECK(gather.attributes.use_global_device_ids);
    const Instruction plain = root_of("  ROOT g = f32[16] all-gather(a), replica_groups={}, dimensions={0}\n");
    CHECK(plain.attributes.channel_id == 0);
    CHECK_FALSE(plain.attributes.use_global_device_ids);
    const Instruction send = root_of("  t = token[] after-all()\n  ROOT s = (f32[4], u32[], token[]) send(a, t), "
                                     "channel_id=2, is_host_transfer=true\n");
    CHECK(send.attributes.is_host_transfer);
}
