// Commands that run a module: run, check and inspect, as they are called.
#include <catch2/catch.hpp>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "errors/called_tool.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

TEST_CASE("run gives the same results with both engines") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("run @good.hlo --input @x.npy --output-dir @compiled --cxxflags '-O0 -DX=1'") == 0);
    CHECK(hlo2cpp.said.empty());
    CHECK(hlo2cpp.call("run @good.hlo --input @x.npy --output-dir @evaluated --engine evaluator") == 0);
    const std::string compiled = read_file(hlo2cpp.path("compiled/out0.npy"));
    CHECK(compiled == read_file(hlo2cpp.path("evaluated/out0.npy")));
    const Literal y = to_literal(parse_npy(compiled, "y"), Shape::array(ElementType::F32, {2}), "y");
    CHECK(y.at<float>(0) == -1.5F);
}

TEST_CASE("a C++ compiler that fails is an error") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("run @good.hlo --input @x.npy --output-dir @out --cxxflags --no-such-flag") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("--no-such-flag"));
    CHECK_FALSE(hlo2cpp.exists("out"));
}

TEST_CASE("a C++ compiler that is not there is an error that says how to name one") {
    Called hlo2cpp;
    setenv("CXX", "/no/such/compiler", 1);
    CHECK(hlo2cpp.call("run @good.hlo --input @x.npy --output-dir @out") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("cannot start '/no/such/compiler'") && Contains("apt-get install g++") &&
                                 Contains("environment variable CXX"));
    CHECK(hlo2cpp.call("check @good.hlo") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("environment variable CXX"));
    unsetenv("CXX");
}

TEST_CASE("what a killed run has started ends with it, and its folder goes") {
    for (const int signal : {SIGKILL, SIGTERM, SIGINT}) {
        const Called hlo2cpp;
        const std::string compiler = hlo2cpp.path("compiler"), begun = hlo2cpp.path("begun"),
                          temporary = hlo2cpp.path("temporary");
        std::ofstream(compiler) << "#!/bin/sh\nsleep 600 &\necho > '" + begun + "'\nwait\n"; // with a child
        fs::permissions(compiler, fs::perms::owner_all);
        fs::create_directory(temporary);
        int alive[2]; // all of them have its end to write
        REQUIRE(pipe(alive) == 0);
        const pid_t tool = fork();
        if (tool == 0) {
            std::signal(SIGINT, SIG_DFL); // a shell ignores it for what it runs beside itself
            setenv("CXX", compiler.c_str(), 1);
            setenv("TMPDIR", temporary.c_str(), 1);
            execl(HLO2CPP_TOOL, HLO2CPP_TOOL, "run", hlo2cpp.path("good.hlo").c_str(), "--input",
                  hlo2cpp.path("x.npy").c_str(), "--output-dir", hlo2cpp.path("out").c_str(), nullptr);
            _exit(1);
        }
        close(alive[1]);
        for (int tries = 0; tries < 3000 && !fs::exists(begun); ++tries) usleep(10000);
        REQUIRE(fs::exists(begun));
        CHECK_FALSE(fs::is_empty(temporary));
        kill(tool, signal);
        int status = 0;
        waitpid(tool, &status, 0);
        CHECK((WIFSIGNALED(status) && WTERMSIG(status) == signal));
        pollfd end = {.fd = alive[0], .events = POLLIN, .revents = 0};
        CHECK(poll(&end, 1, 30000) == 1); // the end of the file: nobody has it any more
        close(alive[0]);
        CHECK(fs::is_empty(temporary));
    }
}

TEST_CASE("inspect shows a module that cannot be compiled, too") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("inspect @good.hlo") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("negate") && Contains("f32[2]{0}") && Contains("arena"));
    CHECK(hlo2cpp.call("inspect @bad.hlo") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("cannot be compiled, for 1 reason"));
    std::ofstream(hlo2cpp.path("open.hlo")) << "HloModule open\nENTRY e { ROOT x = f32[?,3] parameter(0) }\n";
    CHECK(hlo2cpp.call("inspect @open.hlo") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("f32[?,3]{1,0}  ?  bytes"));
}

TEST_CASE("check ends with 0 where all agrees, with arguments given or made up, and with 1 on an error") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("check @good.hlo") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("good.hlo: agrees with the evaluator in 1 value (2 elements)"));
    CHECK(hlo2cpp.call("check @good.hlo --input @x.npy --deterministic") == 0);
    CHECK(hlo2cpp.call("check @good.hlo --input @x.npy --input @x.npy") == 1);
    CHECK(hlo2cpp.call("check @bad.hlo") == 1);
}

TEST_CASE("a matrix with a NaN in it has no Cholesky factor, for check as for generated code") {
    Called hlo2cpp;
    const std::string cases = HLO2CPP_SOURCE_DIR "/tests/linear_algebra/cases/";
    CHECK(hlo2cpp.call("check " + cases + "cholesky_5.hlo --input " + cases + "positive_5.npy") == 0);
}

TEST_CASE("run and check say which loops --max-trips stopped") {
    Called hlo2cpp;
    std::ofstream(hlo2cpp.path("steps.hlo")) << R"(HloModule steps
condition { x = f32[] parameter(0)  ten = f32[] constant(10)  ROOT c = pred[] compare(x, ten), direction=LT }
body { x = f32[] parameter(0)  one = f32[] constant(1)  ROOT y = f32[] add(x, one) }
ENTRY main { x = f32[] parameter(0)  ROOT loop.7 = f32[] while(x), condition=condition, body=body }
)";
    Literal x = Literal::zeros(Shape::array(ElementType::F32, {}));
    x.set(0, 3.0F);
    std::ofstream(hlo2cpp.path("three.npy"), std::ios::binary) << to_npy(x);
    for (const std::string command : {"run --output-dir @o ", "check "}) {
        INFO(command);
        CHECK(hlo2cpp.call(command + "@steps.hlo --input @three.npy --max-trips 7") == 0);
        CHECK(hlo2cpp.call(command + "@steps.hlo --input @three.npy --max-trips loop.7=6") == 1);
        CHECK_THAT(hlo2cpp.said, Contains("returned STEPS_TOO_MANY_ROUNDS") && Contains("loop.7 (6 rounds)"));
        CHECK(hlo2cpp.call(command + "@steps.hlo --input @three.npy --max-trips loop=6") == 1);
        CHECK_THAT(hlo2cpp.said, Contains("no loop has that name. Loops that data ends: loop.7"));
    }
    CHECK(hlo2cpp.call("inspect @steps.hlo") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("depends on data: loop.7, operations a round"));
}

TEST_CASE("state is no argument of run, but may be given one") {
    Called hlo2cpp;
    std::ofstream(hlo2cpp.path("sum.hlo"))
        << "HloModule sum\nENTRY main {\n  s = f32[2]{0} parameter(0)\n  x = f32[2]{0} parameter(1)\n"
           "  ROOT r = f32[2]{0} add(s, x)\n}\n";
    const auto first = [&] { return parse_npy(read_file(hlo2cpp.path("o/out0.npy")), "the result").bytes; };
    REQUIRE(hlo2cpp.call("run @sum.hlo --input @x.npy --output-dir @o --state s=0") == 0);
    const std::vector<std::byte> from_zeros = first();
    REQUIRE(hlo2cpp.call("run --state s=0=" + hlo2cpp.path("x.npy") + " @sum.hlo --input @x.npy --output-dir @o") == 0);
    const std::vector<std::byte> from_file = first();
    CHECK(from_zeros != from_file);
    REQUIRE(hlo2cpp.call("run @sum.hlo --input @x.npy --input @x.npy --output-dir @o --state s=0") == 0);
    CHECK(first() == from_file);
    REQUIRE(hlo2cpp.call("run @sum.hlo --engine evaluator --input @x.npy --output-dir @o --state s=0") == 0);
    CHECK(first() == from_zeros);
    CHECK(hlo2cpp.call("check @sum.hlo --state s=0") == 0);
    CHECK(hlo2cpp.call("run @sum.hlo --output-dir @o --state s=0") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("takes 1 argument (or 2 with the state)"));
    CHECK(hlo2cpp.call("compile @sum.hlo --output-dir @o --state s") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("donate_argnums"));
}

} // namespace
} // namespace hlo2cpp
