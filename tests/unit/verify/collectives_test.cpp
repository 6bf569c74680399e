// What the shapes and groups of collectives must be.
#include <catch2/catch.hpp>

#include "read/reader.h"
#include "verify/devices.h"
#include "verify/verify.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kCombiners =
    "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n"
    "add_bf16 {\n  x = bf16[] parameter(0)\n  y = bf16[] parameter(1)\n  ROOT s = bf16[] add(x, y)\n}\n"
    "one {\n  ROOT x = f32[] parameter(0)\n}\n"
    "below {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = pred[] compare(x, y), direction=LT\n}\n"
    "rows {\n  x = f32[2] parameter(0)\n  y = f32[2] parameter(1)\n  ROOT s = f32[2] add(x, y)\n}\n";

// What is said of a collective on four devices, each a replica.
std::string said_of_collective(const std::string& root, const std::string& lines = "") {
    Module module = read_module_bytes(std::string("HloModule m, replica_count=4\n\n") + kCombiners +
                                      "ENTRY e {\n  a = f32[4,6] parameter(0)\n  b = f32[4,6] parameter(1)\n" + lines +
                                      "  ROOT r = " + root + "\n}\n");
    Diagnostics diagnostics;
    resolve_devices(module, {}, diagnostics);
    verify(module, diagnostics);
    return diagnostics.render("m");
}

// A collective and its start, with these groups.
std::vector<std::string> with_groups(const std::string& groups) {
    const std::string options = ", replica_groups=" + groups;
    return {"f32[4,6] all-reduce(a), to_apply=add" + options,
            "f32[4,6] all-reduce-start(a), to_apply=add" + options,
            "f32[16,6] all-gather(a), dimensions={0}" + options,
            "(f32[4,6], f32[16,6]) all-gather-start(a), dimensions={0}" + options,
            "f32[1,6] reduce-scatter(a), dimensions={0}, to_apply=add" + options,
            "f32[4,6] all-to-all(a), dimensions={0}" + options,
            "(f32[4,6], f32[4,6], f32[4,6], f32[4,6]) all-to-all(a, a, a, a)" + options,
            "f32[4,6] collective-broadcast(a)" + options};
}

constexpr const char* kNumbers =
    "  z = f32[] constant(0)\n  c = f32[4,7] broadcast(z), dimensions={}\n  n = s32[4] constant({1,1,1,1})\n"
    "  k = s32[3] constant({1,1,1})\n  f = f32[4] constant({1,1,1,1})\n  f2 = (f32[], f32[]) tuple(z, z)\n"
    "  i = s32[] constant(0)\n  i2 = (s32[], s32[]) tuple(i, i)\n";

} // namespace

TEST_CASE("each collective takes groups of all devices") {
    for (const char* groups : {"{}", "{{0,1,2,3}}", "{{3,1,0,2}}", "[1,4]<=[4]", "mesh['x'=2,'y'=2] {'y','x'}"})
        for (const std::string& collective : with_groups(groups)) {
            INFO(collective);
            CHECK(said_of_collective(collective) == "");
        }
}

TEST_CASE("groups that name a device twice, or one that is not there, are refused") {
    for (const std::string& collective : with_groups("{{0,1,2,1}}")) {
        INFO(collective);
        CHECK_THAT(said_of_collective(collective), Contains("its replica_groups name replica 1 twice"));
    }
    for (const std::string& collective : with_groups("{{0,1,2,3},{0}}")) {
        INFO(collective);
        CHECK_THAT(said_of_collective(collective), Contains("its replica_groups name replica 0 twice"));
    }
    for (const std::string& collective : with_groups("{{0,1,2,4}}")) {
        INFO(collective);
        CHECK_THAT(said_of_collective(collective),
                   Contains("its replica_groups name replica 4, which is none of the 4 there are"));
    }
    for (const std::string& collective : with_groups("{{0,1,2,-3}}")) {
        INFO(collective);
        CHECK_THAT(said_of_collective(collective),
                   Contains("its replica_groups name replica -3, which is none of the 4 there are"));
    }
}

TEST_CASE("groups that leave out a device are refused, but by a broadcast, which gives it zeros") {
    for (const std::string& collective : with_groups("{{0,1,3}}")) {
        INFO(collective);
        if (collective.find("broadcast") != std::string::npos)
            CHECK(said_of_collective(collective) == "");
        else
            CHECK_THAT(said_of_collective(collective),
                       Contains("its replica_groups leave out replica 2 of the 4 there are"));
    }
}

TEST_CASE("groups of different sizes are those of an all-reduce and a broadcast alone") {
    for (const std::string& collective : with_groups("{{0,1,3},{2}}")) {
        INFO(collective);
        if (collective.find("all-reduce") != std::string::npos || collective.find("broadcast") != std::string::npos)
            CHECK(said_of_collective(collective) == "");
        else
            CHECK_THAT(said_of_collective(collective), Contains("its replica_groups must have one size"));
    }
}

TEST_CASE("the numbers of groups are those of their mode") {
    const auto said = [](const std::string& options) {
        return said_of_collective("f32[4,6] all-reduce(a), to_apply=add, replica_groups=" + options);
    };
    CHECK(said("{{0,1},{2,3}}, channel_id=1") == "");
    CHECK(said("{{0,1},{2,3}}, channel_id=1, use_global_device_ids=true") == "");
    CHECK_THAT(said("{{0,1,2,3,4}}, channel_id=1, use_global_device_ids=true"), Contains("name device 4, which is"));
    CHECK_THAT(said_of_collective("f32[4,6] all-to-all(a), dimensions={0}, replica_groups={{0,1}}, channel_id=1"),
               Contains("name partition 1, which is none of the 1 there are"));
}

TEST_CASE("the combiner of a reduction takes two elements and gives one") {
    for (const std::string reduction : {"f32[4,6] all-reduce(a), replica_groups={}, to_apply=",
                                        "f32[4,6] all-reduce-start(a), replica_groups={}, to_apply=",
                                        "f32[1,6] reduce-scatter(a), replica_groups={}, dimensions={0}, to_apply="}) {
        for (const char* wrong : {"add_bf16", "one", "below", "rows"}) {
            INFO(reduction << wrong);
            CHECK_THAT(said_of_collective(reduction + wrong),
                       Contains(std::string("its computation ") + wrong +
                                " must take two scalars f32[], as elements of all operands are, and give one"));
        }
        CHECK(said_of_collective(reduction + "add") == "");
    }
    CHECK_THAT(said_of_collective("(f32[4,6], s32[4]) all-reduce(a, n), replica_groups={}, to_apply=add", kNumbers),
               Contains("as elements of all operands are"));
    CHECK_THAT(said_of_collective("f32[4,6] all-reduce(a), replica_groups={}"), Contains("it calls no computation"));
}

TEST_CASE("what is cut into the parts of the devices has whole parts") {
    CHECK_THAT(said_of_collective("f32[4,6] all-to-all(a), replica_groups={}, dimensions={1}"),
               Contains("it cuts 6 elements into the parts of 4 devices, which are no whole numbers of elements"));
    CHECK_THAT(said_of_collective("f32[4,1] reduce-scatter(a), replica_groups={}, dimensions={1}, to_apply=add"),
               Contains("it cuts 6 elements into the parts of 4 devices, which are no whole numbers of elements"));
    CHECK_THAT(said_of_collective("(f32[4,6], f32[4,6]) all-to-all(a, b), replica_groups={}"), Contains("4 operands"));
    CHECK_THAT(said_of_collective("(f32[4,6], f32[4,6], f32[4,6], f32[4,7]) all-to-all(a, a, a, c), replica_groups={}",
                                  kNumbers),
               Contains("its operands must have one shape"));
}

TEST_CASE("collectives work along one dimension that there is") {
    const auto refused = Contains("it works along one dimension, found dimensions={0,1}");
    CHECK_THAT(said_of_collective("f32[16,24] all-gather(a), replica_groups={}, dimensions={0,1}"), refused);
    CHECK_THAT(said_of_collective("f32[1,6] reduce-scatter(a), replica_groups={}, dimensions={0,1}, to_apply=add"),
               refused);
    for (const char* dimension : {"2", "-1", "9223372036854775807"}) {
        const std::string along = std::string(", replica_groups={}, dimensions={") + dimension + "}";
        const auto none = Contains(std::string("dimension ") + dimension + " in dimensions does not exist");
        CHECK_THAT(said_of_collective("f32[16,6] all-gather(a)" + along), none);
        CHECK_THAT(said_of_collective("f32[4,6] all-to-all(a)" + along), none);
        CHECK_THAT(said_of_collective("f32[1,6] reduce-scatter(a), to_apply=add" + along), none);
    }
    CHECK_THAT(said_of_collective("f32[4,6] all-gather(a), replica_groups={}, dimensions={0}"),
               Contains("but its operands and attributes give f32[16,6]"));
}

TEST_CASE("a permute names each device that there is once as a source and once as a target") {
    for (const char* form : {"f32[4,6] collective-permute(a)", "(f32[4,6], f32[4,6]) collective-permute-start(a)"}) {
        const auto said = [&](const std::string& pairs) {
            return said_of_collective(form + (", source_target_pairs=" + pairs));
        };
        CHECK(said("{}") == "");
        CHECK(said("{{0,1},{1,0},{3,3}}") == "");
        CHECK_THAT(said("{{0,1},{0,2}}"), Contains("its source_target_pairs name device 0 twice as a source"));
        CHECK_THAT(said("{{0,1},{2,1}}"), Contains("its source_target_pairs name device 1 twice as a target"));
        CHECK_THAT(said("{{0,4}}"), Contains("name device 4, which is none of the 4 there are"));
        CHECK_THAT(said("{{-1,0}}"), Contains("name device -1, which is none of the 4 there are"));
        CHECK_THAT(said("{{0,1}}, channel_id=1"), Contains("name device 1, which is none of the 1 there are"));
    }
}

TEST_CASE("a permute of slices takes arrays that the slices fit, and where they begin") {
    const auto said = [](const std::string& operands, const std::string& sizes) {
        return said_of_collective("f32[4,6] collective-permute(" + operands +
                                      "), source_target_pairs={{0,1}}, slice_sizes={{" + sizes + "}}",
                                  kNumbers);
    };
    CHECK(said("a, b, i2, i2", "2,3") == "");
    CHECK_THAT(said("a, b, i2, i2", "5,3"), Contains("its slice must fit both arrays"));
    CHECK_THAT(said("a, b, i2, i2", "-1,3"), Contains("its slice must fit both arrays"));
    CHECK_THAT(said("a, b, i2, i2", "2"), Contains("slice_sizes"));
    CHECK_THAT(said("a, b, i, i2", "2,3"), Contains("operand 2 must have an integer for each dimension"));
    CHECK_THAT(said("a, b, i2, f", "2,3"), Contains("operand 3 must have an integer for each dimension"));
    CHECK_THAT(said("a, b, i2, f2", "2,3"), Contains("operand 3 must have an integer for each dimension"));
    CHECK_THAT(said("a, b, i2", "2,3"), Contains("4 operands"));
}

TEST_CASE("a ragged all-to-all takes rows of one kind and equally many numbers for each device") {
    const auto said = [](const std::string& operands) {
        return said_of_collective("f32[4,6] ragged-all-to-all(" + operands + "), replica_groups={}", kNumbers);
    };
    CHECK(said("a, b, n, n, n, n") == "");
    CHECK_THAT(said("a, b, n, n, n"), Contains("6 operands"));
    CHECK_THAT(said("c, b, n, n, n, n"), Contains("its first two operands must be arrays of equal rows"));
    CHECK_THAT(said("n, b, n, n, n, n"), Contains("its first two operands must be arrays of equal rows"));
    CHECK_THAT(said("a, b, k, k, k, k"), Contains("operand 2 must have integers for each of the 4 devices"));
    CHECK_THAT(said("a, b, n, k, n, n"), Contains("operand 3 must have integers for each of the 4 devices"));
    CHECK_THAT(said("a, b, n, n, f, n"), Contains("operand 4 must have integers for each of the 4 devices"));
    CHECK_THAT(said("a, b, n, n, n, i"), Contains("operand 5 must have integers for each of the 4 devices"));
}
