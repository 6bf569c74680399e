#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "driver/files.h"
#include "driver/max_trips.h"
#include "driver/process.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

// x is halved until it is at most 1; then n times doubled; then 3 times 1 is added.
constexpr const char* kLoops = R"(HloModule loops
halving { p = (f32[], s32[]) parameter(0)
  x = f32[] get-tuple-element(p), index=0
  one = f32[] constant(1)
  ROOT c = pred[] compare(x, one), direction=GT }
halve { p = (f32[], s32[]) parameter(0)
  x = f32[] get-tuple-element(p), index=0
  k = s32[] get-tuple-element(p), index=1
  half = f32[] constant(0.5)
  y = f32[] multiply(x, half)
  one = s32[] constant(1)
  m = s32[] add(k, one)
  ROOT r = (f32[], s32[]) tuple(y, m) }
doubling { p = (s32[], s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  ROOT c = pred[] compare(i, n), direction=LT }
double { p = (s32[], s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  x = f32[] get-tuple-element(p), index=2
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[] add(x, x)
  ROOT r = (s32[], s32[], f32[]) tuple(j, n, y) }
three { p = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  three = s32[] constant(3)
  ROOT c = pred[] compare(i, three), direction=LT }
add { p = (s32[], f32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[] get-tuple-element(p), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  o = f32[] constant(1)
  y = f32[] add(x, o)
  ROOT r = (s32[], f32[]) tuple(j, y) }
ENTRY main {
  x = f32[] parameter(0)
  n = s32[] parameter(1)
  zero = s32[] constant(0)
  t1 = (f32[], s32[]) tuple(x, zero)
  halve.1 = (f32[], s32[]) while(t1), condition=halving, body=halve
  y = f32[] get-tuple-element(halve.1), index=0
  k = s32[] get-tuple-element(halve.1), index=1
  t2 = (s32[], s32[], f32[]) tuple(zero, n, y)
  double.2 = (s32[], s32[], f32[]) while(t2), condition=doubling, body=double
  z = f32[] get-tuple-element(double.2), index=2
  t3 = (s32[], f32[]) tuple(zero, z)
  add.3 = (s32[], f32[]) while(t3), condition=three, body=add
  w = f32[] get-tuple-element(add.3), index=1
  ROOT all = (f32[], s32[]) tuple(w, k)
}
)";

struct Compiled {
    Compilation compilation;
    std::string errors;
};

Compiled compiled(const std::vector<std::string>& limits, const std::string& text = kLoops) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "loops";
    for (const std::string& limit : limits) options.max_trips.push_back(parse_max_trips(limit));
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    return {std::move(compilation), diagnostics.render("m")};
}

// What `loops_run` returns and gives for x and n: "code w k".
std::string run(const Code& code, const std::string& x_and_n) {
    const TemporaryFolder folder;
    const auto path = [&](const char* name) { return (folder.path() / name).string(); };
    OutputFiles files;
    files.add(path("loops.h"), code.header);
    files.add(path("loops.cpp"), code.source);
    files.add(
        path("main.cpp"),
        "#include \"loops.h\"\n#include <stdio.h>\nint main() {\n    const struct { float x; int32_t n; } in = {" +
            x_and_n +
            "};\n    float w = 0;\n    int32_t k = 0;\n    const int code = loops_run(&in.x, &in.n, &w, &k);\n"
            "    printf(\"%d %g %d\", code, w, k);\n}\n");
    files.commit();
    const std::string log = path("log");
    for (const std::string& command : {"c++ -std=c++11 -Wall -Wextra -Wshadow -Wconversion -Werror " +
                                           path("main.cpp") + " " + path("loops.cpp") + " -o " + path("main"),
                                       path("main")}) {
        const ProcessEnd end = run_process(split_words(command), log, folder.processes());
        INFO(command << "\n" << read_file(log));
        REQUIRE(end.status == 0);
    }
    return read_file(log);
}

} // namespace

TEST_CASE("--max-trips takes a number, or a loop and a number", "[max_trips]") {
    CHECK(parse_max_trips("500").rounds == 500);
    CHECK(parse_max_trips("500").name.empty());
    CHECK(parse_max_trips("while.20=7").name == "while.20");
    CHECK(parse_max_trips("a=b=2147483647").name == "a=b");
    for (const char* text : {"", "0", "-1", "many", "=5", "w=", "w=5x", "2147483648", "99999999999999999999"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_max_trips(text), InputError);
    }
}

TEST_CASE("a loop that is not there, or needs no limit, is refused with those that take one", "[max_trips]") {
    CHECK_THAT(compiled({"while.9=5"}).errors,
               Contains("no loop has that name") && Contains("Loops that data ends: halve.1, double.2"));
    CHECK_THAT(compiled({"add.3=5"}).errors, Contains("always takes 3 rounds") && Contains("halve.1, double.2"));
    CHECK_THAT(compiled({"halve.1=5", "halve_1=6"}).errors, Contains("named twice"));
    CHECK_THAT(compiled({"5", "6"}).errors, Contains("limited twice"));
}

TEST_CASE("a loop is stopped only where its condition still holds, and what follows works with what it gave",
          "[max_trips]") {
    const Compiled free = compiled({}), three = compiled({"halve.1=3"}), all = compiled({"double_2=5", "2"});
    for (const Compiled* c : {&free, &three, &all}) REQUIRE(c->errors.empty());
    CHECK(run(free.compilation.code, "64, 1") == "0 5 6");
    CHECK(run(three.compilation.code, "8, 1") == "0 5 3");
    CHECK(run(three.compilation.code, "64, 1") == "5 19 3"); // 8 is left, doubled, and three
    CHECK(run(all.compilation.code, "4, 5") == "0 35 2");
    CHECK(run(all.compilation.code, "4, 6") == "5 35 2");
    CHECK(run(all.compilation.code, "4, -6") == "0 4 2");
}

TEST_CASE("a loop whose condition allows no more rounds is not stopped", "[max_trips]") {
    std::string text = kLoops;
    const std::string free = "ROOT c = pred[] compare(x, one), direction=GT }";
    text.replace(
        text.find(free), free.size(),
        "a = pred[] compare(x, one), direction=GT\n  k = s32[] get-tuple-element(p), index=1\n"
        "  two = s32[] constant(2)\n  b = pred[] compare(k, two), direction=LT\n  ROOT c = pred[] and(a, b) }");
    const Compiled two = compiled({"halve.1=2"}, text), one = compiled({"halve.1=1"}, text);
    for (const Compiled* c : {&two, &one}) REQUIRE(c->errors.empty());
    CHECK_THAT(two.compilation.code.header,
               Contains("halve.1, at most 2 rounds") && !Contains("LOOPS_TOO_MANY_ROUNDS is returned"));
    CHECK(run(two.compilation.code, "64, 1") == "0 35 2");
    CHECK_THAT(one.compilation.code.header, Contains("halve.1, stopped after 1 round"));
    CHECK(run(one.compilation.code, "64, 1") == "5 67 1");
}

TEST_CASE("the header says which loops depend on data, and what is returned where they are stopped", "[max_trips]") {
    const std::string free = compiled({}).compilation.code.header;
    CHECK_THAT(free, Contains("depends on data: halve.1, 3 operations a round; double.2, ") &&
                         Contains("--max-trips") && Contains("what the loops below take"));
    CHECK_THAT(free, !Contains("add.3") && !Contains("LOOPS_TOO_MANY_ROUNDS is returned"));
    const std::string stopped = compiled({"500"}).compilation.code.header;
    CHECK_THAT(stopped, Contains("LOOPS_TOO_MANY_ROUNDS is returned") &&
                            Contains("halve.1, stopped after 500 rounds") && Contains("work    at most ") &&
                            !Contains("No bound"));
}

} // namespace hlo2cpp
