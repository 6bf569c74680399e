// infeed, outfeed, send and recv: in order, in loops and branches, whether or not their results are read.
#include <catch2/catch.hpp>

#include <cstring>

#include "driver/feed.h"
#include "driver/files.h"
#include "driver/npy.h"
#include "driver/run.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

// Three rounds that each take a pair and give a sum; a branch that takes one that nobody reads; a last one, column by
// column.
constexpr const char* kFeeds = R"(HloModule feeds

more {
  s = (s32[], f32[2], token[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  three = s32[] constant(3)
  ROOT c = pred[] compare(i, three), direction=LT
}
round {
  s = (s32[], f32[2], token[]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[2] get-tuple-element(s), index=1
  t = token[] get-tuple-element(s), index=2
  in = ((f32[2], s16[3]), token[]) infeed(t)
  pair = (f32[2], s16[3]) get-tuple-element(in), index=0
  u = token[] get-tuple-element(in), index=1
  y = f32[2] get-tuple-element(pair), index=0
  n = s16[3] get-tuple-element(pair), index=1
  z = f32[2] add(x, y)
  both = (s16[3], s32[]) tuple(n, i)
  o = token[] outfeed(both, u)
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT r = (s32[], f32[2], token[]) tuple(j, z, o)
}
take {
  t = token[] parameter(0)
  in = (f32[1], token[]) infeed(t)
  ROOT u = token[] get-tuple-element(in), index=1
}
leave {
  ROOT t = token[] parameter(0)
}

ENTRY main {
  p = pred[] parameter(0)
  zero = s32[] constant(0)
  x = f32[2] constant({0, 0})
  t = token[] after-all()
  start = (s32[], f32[2], token[]) tuple(zero, x, t)
  loop = (s32[], f32[2], token[]) while(start), condition=more, body=round
  sum = f32[2] get-tuple-element(loop), index=1
  u = token[] get-tuple-element(loop), index=2
  v = token[] conditional(p, u, u), true_computation=take, false_computation=leave
  nothing = ((), token[]) infeed(v)
  w = token[] get-tuple-element(nothing), index=1
  last = (s8[2,2]{0,1}, token[]) infeed(w)
  m = s8[2,2]{0,1} get-tuple-element(last), index=0
  e = token[] get-tuple-element(last), index=1
  told = token[] outfeed(sum, e)
  ROOT r = (f32[2], s8[2,2]) tuple(sum, m)
}
)";

Compilation compiled(const std::string& text) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "feeds";
    options.generate.trace = true;
    Diagnostics diagnostics;
    Compilation c = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return c;
}

template <typename T>
void append(std::string& bytes, const std::vector<T>& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

template <typename T>
std::vector<T> values(const Literal& literal) {
    std::vector<T> result(literal.bytes.size() / sizeof(T));
    std::memcpy(result.data(), literal.bytes.data(), literal.bytes.size());
    return result;
}

std::string infeed(bool branch) {
    std::string bytes;
    for (int round = 0; round < 3; ++round) {
        append<float>(bytes, {1.0f + static_cast<float>(round), 10.0f});
        append<std::int16_t>(bytes, {static_cast<std::int16_t>(round), 7, -7});
    }
    if (branch) append<float>(bytes, {99.0f});
    append<std::int8_t>(bytes, {1, 2, 3, 4});
    return bytes;
}

Arguments branch_argument(bool branch) {
    Literal p = Literal::zeros(Shape::scalar(ElementType::Pred));
    p.bytes[0] = static_cast<std::byte>(branch);
    return {.leaves = {p}};
}

void check_run(const GeneratedRun& run) {
    CHECK(values<float>(run.results[0]) == std::vector<float>{6, 30});
    CHECK(values<std::int8_t>(run.results[1]) == std::vector<std::int8_t>{1, 3, 2, 4}); // came column by column
    std::string given;
    for (int round = 0; round < 3; ++round) {
        append<std::int16_t>(given, {static_cast<std::int16_t>(round), 7, -7});
        append<std::int32_t>(given, {round});
    }
    append<float>(given, {6, 30});
    CHECK(run.outfeed == given);
}

} // namespace

TEST_CASE("infeeds and outfeeds run in their order, in generated code and in the evaluator", "[host]") {
    const Compilation c = compiled(kFeeds);
    for (const bool branch : {false, true}) {
        check_run(run_compiled(c, "feeds", *find_target("generic"), branch_argument(branch), "-Wall -Werror", {},
                               infeed(branch)));
        FileFeed host(infeed(branch));
        GeneratedRun run;
        run.results = run_evaluator(c.module, branch_argument(branch).leaves, 0, &host);
        run.outfeed = host.given();
        check_run(run);
    }
}

TEST_CASE("an infeed that gets too little says so", "[host]") {
    const Compilation c = compiled(kFeeds);
    const std::string little = infeed(false).substr(0, 30);
    CHECK_THROWS_WITH(run_compiled(c, "feeds", *find_target("generic"), branch_argument(false), "", {}, little),
                      Contains("more than --infeed has left"));
    FileFeed host(little);
    CHECK_THROWS_WITH(run_evaluator(c.module, branch_argument(false).leaves, 0, &host),
                      Contains("an infeed takes 8 bytes, of which --infeed has 2 left"));
    CHECK_THROWS_WITH(run_evaluator(c.module, branch_argument(false).leaves),
                      Contains("with a host, and there is none"));
}

TEST_CASE("check feeds both sides the same", "[host]") {
    const Compilation c = compiled(kFeeds);
    const Arguments arguments = branch_argument(true);
    const GeneratedRun run = run_compiled(c, "feeds", *find_target("generic"), arguments, "", {}, infeed(true));
    const CheckResult result = check({c.module, c.lowered, c.kernels, c.schedule, c.program, false,
                                      [] { return std::make_unique<FileFeed>(infeed(true)); }},
                                     arguments.leaves, run);
    CHECK(result.differences.empty());
    CHECK(result.reports > 0);
}

TEST_CASE("the header says what is moved, in which order", "[host]") {
    const std::string header = compiled(kFeeds).code.header;
    CHECK_THAT(header, Contains("void feeds_infeed(void* array, size_t bytes);") &&
                           Contains("void feeds_outfeed(const void* array, size_t bytes);") &&
                           Contains(" *     in, f32[2], 8 bytes\n *     in, s16[3], 6 bytes\n"));
}

TEST_CASE("sends and recvs are calls with a channel, each side when it is needed", "[host]") {
    const Compilation c = compiled(R"(HloModule m
ENTRY e {
  x = f32[2] constant({1, 2})
  t = token[] after-all()
  v = (f32[2], u32[], token[]) recv(t), channel_id=7
  s = (f32[2], u32[], token[]) send(x, t), channel_id=5
  d = token[] send-done(s), channel_id=5
  w = (f32[2], token[]) recv-done(v), channel_id=7, control-predecessors={d}
  ROOT y = f32[2] get-tuple-element(w), index=0
})");
    CHECK_THAT(c.code.header, Contains("void feeds_send(int64_t channel, const void* array, size_t bytes);") &&
                                  Contains("void feeds_recv(int64_t channel, void* array, size_t bytes);") &&
                                  Contains("f32[2], 8 bytes, on channel 5"));
    const TemporaryFolder folder;
    OutputFiles files;
    files.add(folder.path() / "host.cc", R"(
#include <stddef.h>
#include <stdint.h>
#include <string.h>
static float kept[2];
extern "C" void feeds_send(int64_t channel, const void* array, size_t bytes) {
    if (channel == 5) memcpy(kept, array, bytes);
}
extern "C" void feeds_recv(int64_t channel, void* array, size_t bytes) {
    for (size_t i = 0; i < bytes / sizeof(float); ++i) static_cast<float*>(array)[i] = 10.0f * kept[i] + (float)channel;
})");
    files.commit();
    const GeneratedRun run = run_compiled(c, "feeds", *find_target("generic"), {.leaves = {}}, "-Wall -Werror",
                                          {(folder.path() / "host.cc").string()});
    CHECK(values<float>(run.results[0]) == std::vector<float>{17, 27}); // what was sent had arrived
    CHECK_THROWS_WITH(run_evaluator(c.module, {}), Contains("the evaluator cannot send to the host"));
}

TEST_CASE("--infeed takes .npy files and plain bytes", "[host]") {
    const TemporaryFolder folder;
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, {2}));
    literal.bytes[3] = std::byte{0x40}; // 2
    OutputFiles files;
    files.add(folder.path() / "a.npy", to_npy(literal));
    files.add(folder.path() / "b.raw", "xyz");
    files.commit();
    const std::string a = (folder.path() / "a.npy").string(), b = (folder.path() / "b.raw").string();
    CHECK(read_infeed({a, b, a}) == std::string("\0\0\0\x40\0\0\0\0xyz\0\0\0\x40\0\0\0\0", 19));
}
