// Collectives become exchanges, in whatever form they come. tests/stages/lower shows which.
#include <catch2/catch.hpp>

#include "hlo/write.h"
#include "ir/exchange.h"
#include "lower/lower.h"
#include "lower/lower_verify.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/devices.h"
#include "verify/verify.h"

using namespace hlo2cpp;

namespace {

Module verified_for_devices(const std::string& text) {
    Module module = read_module_bytes(text);
    Diagnostics diagnostics;
    resolve_devices(module, {}, diagnostics);
    verify(module, diagnostics);
    INFO(text << diagnostics.render("test"));
    REQUIRE(!diagnostics.has_errors());
    return module;
}

// The exchanges of the lowered module in their order. What is written of it reads back as a legal module.
std::vector<Exchange> exchanges_of(const std::string& text) {
    const Module module = lower(verified_for_devices(text));
    verify_lowering(module);
    verified_for_devices(write_text(module));
    std::vector<Exchange> exchanges;
    for (const Computation& computation : module.computations)
        for (const Instruction& instruction : computation.instructions)
            if (exchange_of(instruction) != Exchange::None) exchanges.push_back(exchange_of(instruction));
    return exchanges;
}

// Of four devices, whose entry has these lines behind a parameter `a`.
std::vector<Exchange> exchanges_of_four(const std::string& lines, const std::string& before = "") {
    return exchanges_of("HloModule m, replica_count=4\n\n"
                        "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n" +
                        before + "ENTRY e {\n  a = f32[4,6] parameter(0)\n" + lines + "}\n");
}

const std::vector<Exchange> kGathered = {Exchange::AllGather, Exchange::Wait};
constexpr const char* kStart = "  s = (f32[4,6], f32[16,6]) all-gather-start(a), replica_groups={}, dimensions={0}\n";
constexpr const char* kAsync = "  s = ((f32[4,6]), f32[16,6], u32[]) async-start(a), calls=w\n";

// A computation w of one parameter x.
std::string wrapped(const std::string& lines) {
    return "w {\n  x = f32[4,6] parameter(0)\n" + lines + "}\n";
}

const std::string kGather = wrapped("  ROOT g = f32[16,6] all-gather(x), replica_groups={}, dimensions={0}\n");

} // namespace

TEST_CASE("the result of a start may be read by others than its done") {
    const std::string done = "  d = f32[16,6] all-gather-done(s)\n", start = kStart;
    CHECK(exchanges_of_four(start + "  ROOT d = f32[16,6] all-gather-done(s)\n") == kGathered);
    CHECK(exchanges_of_four(start + "  ROOT r = f32[4,6] negate(a)\n") == kGathered);
    CHECK(exchanges_of_four(start + "  ROOT g = f32[16,6] get-tuple-element(s), index=1\n") == kGathered);
    CHECK(exchanges_of_four(start + done +
                            "  e = f32[16,6] all-gather-done(s)\n"
                            "  ROOT r = f32[16,6] add(d, e)\n") == kGathered);
    CHECK(exchanges_of_four(start + done +
                            "  g = f32[16,6] get-tuple-element(s), index=1\n"
                            "  ROOT r = f32[16,6] add(d, g)\n") == kGathered);
    CHECK(exchanges_of_four(start + "  ROOT t = ((f32[4,6], f32[16,6])) tuple(s)\n") == kGathered);
    CHECK(exchanges_of_four("  ROOT s = f32[4,6] all-reduce-start(a), replica_groups={}, to_apply=add\n") == kGathered);
}

TEST_CASE("an async-start may call a collective, a start, both halves, and more than that") {
    const std::string start = kAsync, done = "  ROOT d = f32[16,6] async-done(s)\n";
    CHECK(exchanges_of_four(start + done, kGather) == kGathered);
    CHECK(exchanges_of_four(start + "  u = ((f32[4,6]), f32[16,6], u32[]) async-update(s)\n" + done, kGather) ==
          kGathered);
    CHECK(exchanges_of_four(start + done, wrapped("  n = f32[4,6] negate(x)\n  ROOT g = f32[16,6] all-gather(n), "
                                                  "replica_groups={}, dimensions={0}\n")) == kGathered);
    CHECK(exchanges_of_four(start + done, wrapped("  h = (f32[4,6], f32[16,6]) all-gather-start(x), replica_groups={}, "
                                                  "dimensions={0}\n  ROOT g = f32[16,6] all-gather-done(h)\n")) ==
          kGathered);
    CHECK(exchanges_of_four("  s = ((f32[4,6]), (f32[4,6], f32[16,6]), u32[]) async-start(a), calls=w\n"
                            "  d = (f32[4,6], f32[16,6]) async-done(s)\n"
                            "  ROOT g = f32[16,6] all-gather-done(d)\n",
                            wrapped("  ROOT h = (f32[4,6], f32[16,6]) all-gather-start(x), replica_groups={}, "
                                    "dimensions={0}\n")) == kGathered);
    CHECK(exchanges_of_four("  s = ((f32[4,6]), (f32[4,6]), u32[]) async-start(a), calls=w\n"
                            "  d = (f32[4,6]) async-done(s)\n  ROOT r = f32[4,6] get-tuple-element(d), index=0\n",
                            wrapped("  ROOT t = (f32[4,6]) all-to-all(x), replica_groups={{0},{1},{2},{3}}\n"))
              .empty());
}

TEST_CASE("two async-starts may call one computation") {
    CHECK(exchanges_of_four("  b = f32[4,6] negate(a)\n  s = ((f32[4,6]), f32[16,6], u32[]) async-start(a), calls=w\n"
                            "  t = ((f32[4,6]), f32[16,6], u32[]) async-start(b), calls=w\n"
                            "  d = f32[16,6] async-done(s)\n  e = f32[16,6] async-done(t)\n"
                            "  ROOT r = f32[16,6] add(d, e)\n",
                            kGather) ==
          std::vector<Exchange>{Exchange::AllGather, Exchange::AllGather, Exchange::Wait, Exchange::Wait});
}

TEST_CASE("collectives without elements, and of groups of one device, exchange nothing") {
    CHECK(exchanges_of_four("  ROOT r = f32[4,6] all-reduce(a), replica_groups={{0},{1},{2},{3}}, to_apply=add\n")
              .empty());
    CHECK(exchanges_of_four("  e = f32[0,6] slice(a), slice={[0:0], [0:6]}\n"
                            "  ROOT r = f32[0,6] all-reduce(e), replica_groups={}, to_apply=add\n")
              .empty());
    CHECK(exchanges_of_four("  e = f32[4,0] slice(a), slice={[0:4], [0:0]}\n"
                            "  ROOT r = f32[16,0] all-gather(e), replica_groups={}, dimensions={0}\n")
              .empty());
    CHECK(exchanges_of_four("  ROOT r = f32[4,6] collective-permute(a), source_target_pairs={}\n").empty());
}

TEST_CASE("a start that a loop carries waits at once, and its done takes what it gave") {
    const std::string loop =
        "body {\n  s = (s32[], (f32[4,6], f32[4,6])) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
        "  v = (f32[4,6], f32[4,6]) get-tuple-element(s), index=1\n  one = s32[] constant(1)\n"
        "  j = s32[] add(i, one)\n  d = f32[4,6] collective-permute-done(v)\n"
        "  h = (f32[4,6], f32[4,6]) collective-permute-start(d), source_target_pairs={{0,1}}\n"
        "  ROOT t = (s32[], (f32[4,6], f32[4,6])) tuple(j, h)\n}\n"
        "cond {\n  s = (s32[], (f32[4,6], f32[4,6])) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n"
        "  n = s32[] constant(5)\n  ROOT p = pred[] compare(i, n), direction=LT\n}\n";
    const std::string lines =
        "  z = s32[] constant(0)\n"
        "  h = (f32[4,6], f32[4,6]) collective-permute-start(a), source_target_pairs={{0,1}}\n"
        "  t = (s32[], (f32[4,6], f32[4,6])) tuple(z, h)\n"
        "  w = (s32[], (f32[4,6], f32[4,6])) while(t), condition=cond, body=body\n"
        "  x = (f32[4,6], f32[4,6]) get-tuple-element(w), index=1\n  ROOT r = f32[4,6] collective-permute-done(x)\n";
    CHECK(exchanges_of_four(lines, loop) ==
          std::vector<Exchange>{Exchange::Permute, Exchange::Wait, Exchange::Permute, Exchange::Wait});
}
