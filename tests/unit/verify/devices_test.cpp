// How many devices a module is for, and what collectives need beside shapes that fit.
#include "verify/devices.h"

#include <catch2/catch.hpp>

#include "read/reader.h"
#include "verify/verify.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kSum =
    "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n";
constexpr const char* kUnknown = "depends on how many devices run the module";

// A module whose entry computation has these lines behind a parameter `a`.
Module module_of(const std::string& lines, const std::string& header = "", const std::string& before = "") {
    return read_module_bytes("HloModule m" + header + "\n\n" + kSum + before +
                             "ENTRY e {\n  a = f32[4,6] parameter(0)\n" + lines + "}\n");
}

Devices of(std::int64_t replicas, std::int64_t partitions) {
    return {.replicas = replicas, .partitions = partitions};
}

// What is said of it where the command line asks for so many devices.
std::string said_of(Module module, const Devices& asked = {}) {
    Diagnostics diagnostics;
    resolve_devices(module, asked, diagnostics);
    if (!diagnostics.has_errors()) verify(module, diagnostics);
    return diagnostics.render("m");
}

// Of a module for so many devices whose entry has these lines.
std::string said_of(const Devices& devices, const std::string& lines, const std::string& before = "") {
    return said_of(module_of(lines, "", before), devices);
}

std::string unknown(const std::string& root) {
    return said_of(module_of("  ROOT r = " + root + "\n"));
}

std::string send(const std::string& pairs, const std::string& more = "channel_id=2") {
    return "  t = token[] after-all()\n  s = (f32[4,6], u32[], token[]) send(a, t), " + more +
           ", frontend_attributes={_xla_send_recv_source_target_pairs=" + pairs + "}\n  sd = token[] send-done(s), " +
           more + "\n";
}

std::string recv(const std::string& pairs, const std::string& shape = "f32[4,6]", const std::string& name = "v",
                 const std::string& channel = "2") {
    return "  " + name + " = (" + shape + ", u32[], token[]) recv(t), channel_id=" + channel +
           ", frontend_attributes={_xla_send_recv_source_target_pairs=" + pairs + "}\n  " + name + "d = (" + shape +
           ", token[]) recv-done(" + name + "), channel_id=" + channel + "\n";
}

constexpr const char* kRoot = "  ROOT r = f32[4,6] negate(a)\n";

} // namespace

TEST_CASE("the number of devices is that of the module or that of the command line") {
    const auto resolved = [](const std::string& header, const Devices& asked) {
        Module module = module_of(kRoot, header);
        Diagnostics diagnostics;
        resolve_devices(module, asked, diagnostics);
        INFO(diagnostics.render("m"));
        CHECK_FALSE(diagnostics.has_errors());
        return module.devices;
    };
    CHECK(resolved("", {}) == of(1, 1));
    CHECK(resolved("", of(2, 0)) == of(2, 1));
    CHECK(resolved("", of(0, 4)) == of(1, 4));
    CHECK(resolved("", of(2, 4)) == of(2, 4));
    CHECK(resolved(", replica_count=2", {}) == of(2, 1));
    CHECK(resolved(", num_partitions=4", {}) == of(1, 4));
    CHECK(resolved(", replica_count=2, num_partitions=4", {}) == of(2, 4));
    CHECK(resolved(", replica_count=2, num_partitions=4", of(2, 4)) == of(2, 4));
    CHECK(resolved(", replica_count=2", of(0, 4)) == of(2, 4));
    CHECK(resolved(", frontend_attributes={mhlo.num_partitions=\"4\", mhlo.num_replicas=\"2\"}", {}) == of(2, 4));
    CHECK(resolved(", frontend_attributes={mhlo.num_partitions=\"4 : i32\"}", {}) == of(1, 4));
}

TEST_CASE("a number that is not that of the module is refused") {
    const Module module = module_of(kRoot, ", replica_count=2, num_partitions=1");
    CHECK_THAT(said_of(module, of(4, 0)), Contains("--replicas 4, but the module says that it is for 2 replicas: leave "
                                                   "the option out, or export the module for 4 replicas"));
    CHECK_THAT(said_of(module, of(0, 3)), Contains("--partitions 3, but the module says that it is for 1 partition:"));
    CHECK_THAT(said_of(module_of(kRoot, ", replica_count=2000, num_partitions=2000")),
               Contains("the module is for more than 1048576 devices"));
    CHECK_THAT(said_of(module_of(kRoot, ", replica_count=4611686018427387904, num_partitions=4")),
               Contains("the module is for more than 1048576 devices"));
    CHECK(said_of(module_of(kRoot, ", replica_count=1024, num_partitions=1024")) == "");
}

TEST_CASE("a value that depends on a number that nobody says is refused") {
    const std::string reduce = "f32[4,6] all-reduce(a), to_apply=add, replica_groups=";
    CHECK_THAT(unknown("u32[] replica-id()"), Contains(kUnknown));
    CHECK_THAT(unknown("u32[] partition-id()"), Contains(kUnknown));
    CHECK_THAT(unknown(reduce + "{}"), Contains(kUnknown) && Contains("give --replicas and --partitions") &&
                                           Contains("r = f32[4,6]{1,0} all-reduce(a)"));
    CHECK_THAT(unknown(reduce + "{}, channel_id=1"), Contains(kUnknown));
    CHECK_THAT(unknown(reduce + "{{0,1}}"), Contains(kUnknown));
    CHECK_THAT(unknown(reduce + "{{0}}, channel_id=1"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[4,6] all-reduce-start(a), to_apply=add, replica_groups={}"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[8,6] all-gather(a), replica_groups={}, dimensions={0}"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[28,6] all-gather(a), replica_groups={}, dimensions={0}"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[2,6] reduce-scatter(a), replica_groups={}, dimensions={0}, to_apply=add"),
               Contains(kUnknown));
    CHECK_THAT(unknown("f32[4,6] all-to-all(a), replica_groups={}, dimensions={0}"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[4,6] collective-broadcast(a), replica_groups={}"), Contains(kUnknown));
    CHECK_THAT(unknown("f32[4,6] collective-permute(a), source_target_pairs={{0,1}}"), Contains(kUnknown));
    CHECK_THAT(said_of(module_of(send("{{0,1}}") + recv("{{0,1}}") + kRoot)), Contains(kUnknown));
}

TEST_CASE("a value that is the same on one device and on several needs no number") {
    CHECK(unknown("f32[4,6] all-reduce(a), to_apply=add, replica_groups={{0}}") == "");
    CHECK(unknown("f32[4,6] all-reduce(a), to_apply=add, replica_groups={{0}}, channel_id=1, "
                  "use_global_device_ids=true") == "");
    CHECK(unknown("f32[4,6] all-gather(a), replica_groups={{0}}, dimensions={0}") == "");
    CHECK(unknown("f32[4,6] all-gather(a), replica_groups={}, dimensions={0}") == ""); // several would give more rows
    CHECK(unknown("f32[4,6] all-to-all(a), replica_groups={{0}}, dimensions={0}") == "");
    CHECK(unknown("f32[4,6] collective-permute(a), source_target_pairs={{0,0}}") == "");
    CHECK(unknown("f32[4,6] collective-permute(a), source_target_pairs={}") == "");
}

TEST_CASE("instructions that nobody calls need no number") {
    CHECK(said_of(module_of(kRoot, "", "unused {\n  ROOT i = u32[] replica-id()\n}\n")) == "");
}

TEST_CASE("a value that depends on the number is one where either of them is known") {
    const std::string reduce = "  ROOT r = f32[4,6] all-reduce(a), to_apply=add, replica_groups={}\n";
    CHECK(said_of(module_of(reduce), of(1, 0)) == "");
    CHECK(said_of(module_of(reduce), of(0, 2)) == "");
    CHECK(said_of(module_of(reduce, ", replica_count=1")) == "");
    CHECK(said_of(module_of(reduce, ", num_partitions=8")) == "");
}

TEST_CASE(
    "a collective may be in a call, a loop, a branch and an async computation, not in what runs once an element") {
    const std::string sum =
        "f {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
        "  s = f32[] add(x, y)\n  ROOT r = f32[] all-reduce(s), to_apply=add, replica_groups={}\n}\n";
    const std::string z = "  z = f32[] constant(0)\n";
    const auto refused = Contains("what it calls exchanges data with other devices, as only calls, loops and "
                                  "conditionals may: do that in front of it");
    CHECK_THAT(said_of(of(2, 1), z + "  ROOT r = f32[6] reduce(a, z), dimensions={0}, to_apply=f\n", sum), refused);
    CHECK_THAT(said_of(of(2, 1), "  ROOT r = f32[4,6] map(a, a), to_apply=f\n", sum), refused);
    CHECK_THAT(said_of(of(2, 1), "  ROOT r = f32[4,6] all-reduce(a), replica_groups={}, to_apply=f\n", sum), refused);
    const std::string outer = "g {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
                              "  ROOT r = f32[] call(x, y), to_apply=f\n}\n";
    CHECK_THAT(said_of(of(2, 1), "  ROOT r = f32[4,6] map(a, a), to_apply=g\n", sum + outer), refused);
    CHECK(said_of(of(2, 1), z + "  ROOT r = f32[] call(z, z), to_apply=f\n", sum) == "");
    CHECK(said_of(of(2, 1),
                  z + "  h = ((f32[], f32[]), f32[], u32[]) async-start(z, z), calls=f\n"
                      "  ROOT r = f32[] async-done(h)\n",
                  sum) == "");
    const std::string branch = "b {\n  x = f32[] parameter(0)\n"
                               "  ROOT r = f32[] all-reduce(x), to_apply=add, replica_groups={}\n}\n";
    CHECK(said_of(of(2, 1),
                  z + "  p = pred[] constant(true)\n  ROOT r = f32[] conditional(p, z, z), true_computation=b, "
                      "false_computation=b\n",
                  branch) == "");
}

TEST_CASE("a send to a device and a recv-done behind it are one transfer") {
    CHECK(said_of(of(2, 1), send("{{0,1}}") + recv("{{0,1}}") + kRoot) == "");
    CHECK(said_of(of(1, 2), send("{{0,1},{1,0}}") + recv("{{0,1},{1,0}}") + kRoot) == "");
    CHECK(said_of(of(1, 1), send("{{0,0}}") + recv("{{0,0}}") + kRoot) == "");
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + kRoot),
               Contains("no recv-done on channel 2 stands behind it in its computation"));
    const std::string token = "  t = token[] after-all()\n";
    CHECK_THAT(said_of(of(2, 1), token + recv("{{0,1}}") + kRoot),
               Contains("no send on channel 2 stands in front of it in its computation"));
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + recv("{{0,1}}", "f32[4,6]", "v", "3") + kRoot),
               Contains("no send on channel 3") && Contains("no recv-done on channel 2"));
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + recv("{{1,0}}") + kRoot), Contains("has other pairs of devices"));
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + recv("{{0,1}}", "f32[4,5]") + kRoot),
               Contains("it receives f32[4,5], but the send on channel 2 gives f32[4,6]"));
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + recv("{{0,1}}") + recv("{{0,1}}", "f32[4,6]", "w") + kRoot),
               Contains("it is the second recv-done on channel 2"));
    const std::string again = "  s2 = (f32[4,6], u32[], token[]) send(a, t), channel_id=2, "
                              "frontend_attributes={_xla_send_recv_source_target_pairs={{0,1}}}\n"
                              "  sd2 = token[] send-done(s2), channel_id=2\n";
    CHECK_THAT(said_of(of(2, 1), send("{{0,1}}") + recv("{{0,1}}") + again + kRoot),
               Contains("it is the second send on channel 2"));
}

TEST_CASE("the pairs of a send name devices that there are") {
    CHECK_THAT(said_of(of(2, 1), send("{{0,2}}") + recv("{{0,2}}") + kRoot),
               Contains("source_target_pairs name device 2, which is none of the 2 there are"));
    CHECK_THAT(said_of(of(4, 2), send("{{0,2}}") + recv("{{0,2}}") + kRoot),
               Contains("source_target_pairs name device 2, which is none of the 2 there are"));
    CHECK_THAT(said_of(of(2, 1), send("{{0,1},{1,1}}") + recv("{{0,1},{1,1}}") + kRoot),
               Contains("name device 1 twice as a target"));
}

TEST_CASE("a send to a device that names none is refused, one to the host is not") {
    const auto sent = [](const std::string& options) {
        return "  t = token[] after-all()\n  s = (f32[4,6], u32[], token[]) send(a, t), channel_id=2" + options +
               "\n  sd = token[] send-done(s), channel_id=2" + options + "\n" + kRoot;
    };
    CHECK_THAT(said_of(of(2, 1), sent("")),
               Contains("it says neither is_host_transfer=true nor which devices take part"));
    CHECK(said_of(of(2, 1), sent(", is_host_transfer=true")) == "");
    CHECK(said_of(of(1, 1), sent("")) == "");
}

TEST_CASE("custom calls that have the names of exchanges are what lower makes, or refused") {
    const auto called = [](const std::string& shape, const std::string& operands, const std::string& rest) {
        return shape + " custom-call(" + operands +
               "), custom_call_has_side_effect=true, custom_call_target=\"hlo2cpp." + rest + "\n";
    };
    const std::string groups = "replica_groups={{0,1}}";
    const std::string gather = "  g = " + called("f32[2,4,6]", "a", "all_gather\", " + groups);
    const std::string wait = "  ROOT w = " + called("f32[2,4,6]", "g, a", "wait\"");
    CHECK(said_of(of(2, 1), gather + wait) == "");
    CHECK_THAT(said_of(of(1, 1), gather + wait), Contains("exchanges data with other devices, and there are none"));
    CHECK_THAT(said_of(module_of(gather + wait)), Contains(kUnknown));
    CHECK_THAT(said_of(of(2, 1), gather + kRoot), Contains("it must have one user, its wait"));
    CHECK_THAT(said_of(of(2, 1), gather + "  x = f32[2,4,6] negate(g)\n" + wait),
               Contains("it must have one user, its wait"));
    CHECK_THAT(
        said_of(of(2, 1), gather + "  x = f32[4,6] negate(a)\n  ROOT w = " + called("f32[2,4,6]", "g, x", "wait\"")),
        Contains("its other operands must be those of the exchange"));
    const auto said = [](const std::string& call) {
        return said_of(of(2, 1), "  n = s32[2] constant({1,1})\n  k = s32[3] constant({1,1,1})\n  ROOT g = " + call);
    };
    CHECK_THAT(said(called("f32[4,6]", "a", "wait\"")), Contains("its operand must be an exchange that is under way"));
    CHECK_THAT(said(called("f32[4,6]", "", "wait\"")), Contains("it must wait for an exchange"));
    CHECK_THAT(said(called("f32[2,4,6]", "a", "all_gather\"")), Contains("it names no devices"));
    CHECK_THAT(said(called("f32[2,4,6]", "a", "all_gather\", replica_groups={{0,2}}")), Contains("name device 2"));
    CHECK_THAT(said(called("f32[3,4,6]", "a", "all_gather\", " + groups)), Contains("give f32[2,4,6]"));
    CHECK_THAT(said(called("f32[4,6]", "a", "all_to_all\", " + groups)),
               Contains("its operand must have a part for each device of the group"));
    CHECK_THAT(said(called("f32[4,6]", "a", "permute\", source_target_pairs={{0,2}}")), Contains("name device 2"));
    CHECK_THAT(said(called("f32[4,6]", "a, a", "broadcast\", " + groups)), Contains("expected 1 operands"));
    CHECK_THAT(said(called("f32[4,6]", "a, a, n, n, n, k", "all_to_all_ragged\", " + groups)),
               Contains("operand 5 must have a number for each device"));
    CHECK_THAT(said(called("u32[]", "a", "device\"")), Contains("expected 0 operands"));
}
