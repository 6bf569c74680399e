#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

// The first two of four devices take one branch, the others the other one; each branch has exchanges of its own.
constexpr const char* kBranches = R"(HloModule branches, replica_count=4

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

first {
  x = f32[3] parameter(0)
  ROOT a = f32[3] all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=add
}

second {
  x = f32[3] parameter(0)
  p = (f32[3], f32[3]) collective-permute-start(x), source_target_pairs={{2,3},{3,2}}
  a = f32[3] all-reduce(x), replica_groups={{1,0},{3,2}}, to_apply=add
  d = f32[3] collective-permute-done(p)
  ROOT s = f32[3] subtract(a, d)
}

ENTRY main {
  x = f32[3] parameter(0)
  n = u32[] replica-id()
  two = u32[] constant(2)
  is_first = pred[] compare(n, two), direction=LT
  y = f32[3] conditional(is_first, x, x), true_computation=first, false_computation=second
  ROOT z = f32[3] collective-permute(y), source_target_pairs={{0,1},{1,2},{2,3},{3,0}}
}
)";

Program program_of(std::int64_t device) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "branches";
    options.devices.device = device;
    Diagnostics diagnostics;
    Compilation c = compile(read_module_bytes(kBranches), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    REQUIRE(c.program.devices);
    return std::move(c.program);
}

} // namespace

TEST_CASE("files of one device each number their lists of devices as the common file does") {
    const DeviceTables common = *program_of(-1).devices;
    CHECK(common.group_lists.size() == 2);
    CHECK(common.permutations.size() == 2);
    CHECK(common.tickets == 2);
    for (std::int64_t device = 0; device < 4; ++device) {
        const DeviceTables own = *program_of(device).devices;
        CHECK(own.group_lists == common.group_lists);
        CHECK(own.permutations == common.permutations);
        CHECK(own.tickets == common.tickets);
    }
}

} // namespace hlo2cpp
