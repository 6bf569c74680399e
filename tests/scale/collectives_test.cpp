// Many collectives, and many devices. Nothing is timed, as in scale_test.cpp.
#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

void compiles_for_devices(const std::string& header, const std::string& lines) {
    const CompileOptions options{.target = *find_target("generic")};
    Diagnostics diagnostics;
    const std::string text = "HloModule m, " + header +
                             "\nadd { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
                             "ENTRY e {\n v0 = f32[4] parameter(0)\n" +
                             lines + "}\n";
    const Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("test"));
    REQUIRE(!diagnostics.has_errors());
    CHECK(!compilation.code.source.empty());
}

// v<i + 1> = `before` v<i> `after`
std::string chain(int count, const std::string& before, const std::string& after) {
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += (i + 1 == count ? " ROOT v" : " v") + std::to_string(i + 1) + " = f32[4] " + before + "(v" +
                 std::to_string(i) + ")" + after + "\n";
    return lines;
}

void in_a_row(int count) {
    compiles_for_devices("replica_count=2", chain(count, "all-reduce", ", replica_groups={}, to_apply=add"));
    compiles_for_devices("replica_count=2", chain(count, "collective-permute", ", source_target_pairs={{0,1},{1,0}}"));
}

void under_way(int count) {
    std::string lines;
    for (int i = 0; i < count; ++i)
        lines += " s" + std::to_string(i) +
                 " = (f32[4], f32[4]) collective-permute-start(v0), source_target_pairs={{0,1},{1,0}}\n";
    for (int i = 0; i < count; ++i)
        lines += " d" + std::to_string(i) + " = f32[4] collective-permute-done(s" + std::to_string(i) + ")\n";
    compiles_for_devices("replica_count=2", lines + " ROOT r = f32[4] negate(d" + std::to_string(count - 1) + ")\n");
}

std::string pairs_in_a_ring(int devices) {
    std::string pairs = "{";
    for (int i = 0; i < devices; ++i)
        pairs += (i > 0 ? ",{" : "{") + std::to_string(i) + "," + std::to_string((i + 1) % devices) + "}";
    return pairs + "}";
}

// Of 1,024 times `replicas` devices.
void over_devices(int replicas) {
    const int devices = 1024 * replicas;
    const std::string header = "replica_count=" + std::to_string(devices);
    const std::string in_pairs = "[" + std::to_string(devices / 2) + ",2]<=[" + std::to_string(devices) + "]";
    compiles_for_devices(header, chain(2, "all-reduce", ", replica_groups={}, to_apply=add"));
    compiles_for_devices(header, chain(2, "all-reduce", ", replica_groups=" + in_pairs + ", to_apply=add"));
    compiles_for_devices(header, chain(1, "collective-permute", ", source_target_pairs=" + pairs_in_a_ring(devices)));
    compiles_for_devices("replica_count=" + std::to_string(replicas) + ", num_partitions=1024",
                         chain(2, "all-reduce", ", channel_id=1, replica_groups={}, to_apply=add"));
}

} // namespace

TEST_CASE("1,000 collectives in a row", "[scale]") {
    in_a_row(1'000);
}
TEST_CASE("10,000 collectives in a row", "[full_scale]") {
    in_a_row(10'000);
}

TEST_CASE("2,000 collectives under way at once", "[scale]") {
    under_way(2'000);
}
TEST_CASE("5,000 collectives under way at once", "[full_scale]") {
    under_way(5'000);
}

TEST_CASE("collectives of 131,072 devices", "[scale]") {
    over_devices(128);
}
TEST_CASE("collectives of a million devices", "[full_scale]") {
    over_devices(1024);
}

TEST_CASE("groups of 300 different sizes", "[scale]") {
    std::string groups;
    int devices = 0;
    for (int size = 1; size <= 300; ++size) {
        groups += groups.empty() ? "{" : ",{";
        for (int i = 0; i < size; ++i) groups += (i > 0 ? "," : "") + std::to_string(devices++);
        groups += "}";
    }
    compiles_for_devices("replica_count=" + std::to_string(devices),
                         chain(1, "all-reduce", ", replica_groups={" + groups + "}, to_apply=add"));
}
