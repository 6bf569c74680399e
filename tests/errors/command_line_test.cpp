// The program as it is called: exit status, messages, and which files are there afterwards.
#include <catch2/catch.hpp>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "driver/files.h"
#include "driver/npy.h"
#include "driver/process.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

constexpr const char* kGood =
    "HloModule good\n\nENTRY main {\n  x = f32[2]{0} parameter(0)\n  ROOT y = f32[2]{0} negate(x)\n}\n";
constexpr const char* kBad =
    "HloModule bad\n\nENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[3] negate(x)\n}\n";

class Called {
public:
    Called() {
        std::ofstream(path("good.hlo")) << kGood;
        std::ofstream(path("bad.hlo")) << kBad;
        Literal x = Literal::zeros(Shape::array(ElementType::F32, {2}));
        x.set(0, 1.5F);
        std::ofstream(path("x.npy"), std::ios::binary) << to_npy(x);
    }
    // Words that begin with @ are paths in the folder of the test.
    int call(const std::string& words) {
        std::vector<std::string> command = {HLO2CPP_TOOL};
        for (const std::string& word : split_words(words))
            command.push_back(word[0] == '@' ? path(word.substr(1)) : word);
        const ProcessEnd end = run_process(command, path("log"), folder_.processes());
        said = read_file(path("log"));
        return end.status;
    }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    bool exists(const std::string& name) const { return fs::exists(path(name)); }

    std::string said;

private:
    TemporaryFolder folder_;
};

TEST_CASE("convert goes from text to a proto and back, by the name of the file that it writes") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("convert @good.hlo @good.pb") == 0);
    CHECK(hlo2cpp.call("convert @good.pb @again.hlo") == 0);
    CHECK_THAT(read_file(hlo2cpp.path("again.hlo")), Contains("  ROOT %y = f32[2]{0} negate(%x)\n"));
    CHECK(hlo2cpp.call("convert @again.hlo @again.pb") == 0);
    CHECK(read_file(hlo2cpp.path("again.pb")) == read_file(hlo2cpp.path("good.pb")));
    CHECK(hlo2cpp.call("convert @bad.hlo @bad.pb") == 0); // what an op means is not its business
    CHECK(hlo2cpp.call("convert @good.hlo @good.json") == 1);
    CHECK_THAT(hlo2cpp.said, Contains("must end in .pb, .hlo or .txt"));
    CHECK(hlo2cpp.call("convert @x.npy @x.hlo") == 1);
    CHECK_FALSE(hlo2cpp.exists("x.hlo"));
}

TEST_CASE("soft-float writes its one file, without a module") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("soft-float --output-dir @out") == 0);
    CHECK_THAT(read_file(hlo2cpp.path("out/soft_float.cpp")), Contains("soft_multiply_f32(a, b)"));
    CHECK(hlo2cpp.call("soft-float @good.hlo") == 2);
    CHECK(hlo2cpp.call("soft-float --output-dir @good.hlo") == 1); // a file, no folder
    CHECK_THAT(hlo2cpp.said, Catch::Matchers::StartsWith("hlo2cpp: error: "));
}

TEST_CASE("a wrong command line ends with 2") {
    Called hlo2cpp;
    for (const char* words : {"",
                              "frobnicate",
                              "compile",
                              "compile @good.hlo --frobnicate",
                              "compile @good.hlo --target z80",
                              "compile @good.hlo --optimize much",
                              "compile @good.hlo --name 2x",
                              "compile @good.hlo --name a/b",
                              "compile @good.hlo --name hlo2cpp",
                              "compile @good.hlo --stop-after never",
                              "run @good.hlo",
                              "run @good.hlo --output-dir @o --engine steam",
                              "check",
                              "check @good.hlo --frobnicate",
                              "check @good.hlo --state =",
                              "compile @good.hlo --state",
                              "compile @good.hlo --max-trips 0",
                              "compile @good.hlo --max-trips while=many",
                              "compile @good.hlo --measure ''",
                              "compile @good.hlo --measure \"g++ '-O2\""}) {
        INFO(words);
        CHECK(hlo2cpp.call(words) == 2);
        CHECK_FALSE(hlo2cpp.said.empty());
    }
    CHECK(hlo2cpp.call("--help") == 0);
    CHECK(hlo2cpp.call("--version") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("hlo2cpp "));
}

TEST_CASE("an error of the command line says what was meant, and where the options are listed") {
    Called hlo2cpp;
    const auto said = [&](const std::string& words) {
        CHECK(hlo2cpp.call(words) == 2);
        return hlo2cpp.said;
    };
    CHECK(said("compil @good.hlo") == "hlo2cpp: error: there is no command 'compil'; did you mean compile?\n"
                                      "hlo2cpp --help lists the commands.\n");
    CHECK(said("compile @good.hlo --targt cortex-m7") ==
          "hlo2cpp compile: error: compile has no option --targt; did you mean --target?\n"
          "hlo2cpp compile --help lists its options.\n");
    CHECK_THAT(said("compile @good.hlo --targt=cortex-m7"), Contains("no option --targt; did you mean --target?\n"));
    CHECK_THAT(said("compile @good.hlo -o out"), Contains("no option -o; did you mean --output-dir?\n"));
    CHECK_THAT(said("run @good.hlo --outputdir out"), Contains("no option --outputdir; did you mean --output-dir?\n"));
    CHECK_THAT(said("--verson"), Contains("no option --verson; did you mean --version?\n"));
    CHECK_THAT(said("compile @good.hlo --target cortexm7"), Contains("unknown target 'cortexm7'; one of") &&
                                                                Contains("generic, cortex-m4") &&
                                                                Contains("; did you mean cortex-m7?\n"));
    CHECK_THAT(said("compile @good.hlo --weights flash"),
               Contains("--weights: unknown place 'flash'; one of inline, source, incbin, external\n"));
    CHECK_THAT(said("compile @good.hlo @bad.hlo"), Contains("bad.hlo' is one argument too many for compile\n"));
    CHECK_THAT(said("compile @good.hlo --seed many"), Contains("'many' is no integer from 0 to 2^64 - 1\n"));
    CHECK_THAT(said("compile --deterministic"), Contains("MODULE is missing\n"));
    CHECK_THAT(said("compile @good.hlo --name a --name b"), Contains("--name is given twice\n"));
    CHECK_THAT(said("@good.hlo"), Contains("there is no command '") && Contains("; did you mean hlo2cpp compile /"));
}

TEST_CASE("without a command hlo2cpp prints its help, and fails where a script sees it") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("--help") == 0);
    const std::string help = hlo2cpp.said;
    CHECK(hlo2cpp.call("") == 2);
    CHECK(hlo2cpp.said == help);
    CHECK(hlo2cpp.call("compile --help") == 0);
    CHECK(hlo2cpp.said != help);
    CHECK(hlo2cpp.call("compile @none.hlo -h") == 0);
}

TEST_CASE("a module at fault ends with 1 and leaves nothing") {
    Called hlo2cpp;
    for (const char* words :
         {"compile @bad.hlo --output-dir @out --report @report.json", "compile @none.hlo --output-dir @out",
          "run @bad.hlo --input @x.npy --output-dir @out", "run @good.hlo --output-dir @out",
          "run @good.hlo --input @x.npy --input @x.npy --output-dir @out",
          "run @good.hlo --input @good.hlo --output-dir @out", "inspect @none.hlo", "inspect @x.npy",
          "compile @good.hlo --output-dir @out --report @report.json --measure no-such-compiler",
          "compile @good.hlo --output-dir @out --report @report.json --measure 'g++ -no-such-flag'"}) {
        INFO(words);
        CHECK(hlo2cpp.call(words) == 1);
        CHECK_THAT(hlo2cpp.said, Contains(": error: "));
        CHECK_FALSE(hlo2cpp.exists("out"));
        CHECK_FALSE(hlo2cpp.exists("report.json"));
    }
}

TEST_CASE("compile writes two files and a report") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out/deep --name my_net --report @out/report.json") == 0);
    CHECK(hlo2cpp.said.empty());
    CHECK_THAT(read_file(hlo2cpp.path("out/deep/my_net.h")), Contains("my_net_run"));
    CHECK_THAT(read_file(hlo2cpp.path("out/deep/my_net.cpp")), Contains("my_net_run"));
    CHECK_THAT(read_file(hlo2cpp.path("out/report.json")), Contains("\"arena_bytes\": 0"));
    CHECK(std::distance(fs::directory_iterator(hlo2cpp.path("out/deep")), fs::directory_iterator()) == 2);
}

TEST_CASE("a report that ends in .html is a page, and --check compares it") {
    Called hlo2cpp;
    const std::string words = "compile --report @out/report.html --report @out/report.json @good.hlo --output-dir @out";
    CHECK(hlo2cpp.call(words) == 0);
    CHECK(hlo2cpp.exists("out/report.json"));
    CHECK_THAT(read_file(hlo2cpp.path("out/report.html")), Catch::Matchers::StartsWith("<!DOCTYPE html>"));
    CHECK(hlo2cpp.call(words + " --check") == 0);
}

TEST_CASE("the same input gives the same bytes") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @a") == 0);
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @b") == 0);
    CHECK(read_file(hlo2cpp.path("a/good.cpp")) == read_file(hlo2cpp.path("b/good.cpp")));
    CHECK(read_file(hlo2cpp.path("a/good.h")) == read_file(hlo2cpp.path("b/good.h")));
}

TEST_CASE("compile --check ends with 3 unless the files are what the module gives") {
    Called hlo2cpp;
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out --check") == 3);
    CHECK_THAT(hlo2cpp.said, Contains("good.h is missing") && Contains("good.cpp is missing"));
    CHECK_FALSE(hlo2cpp.exists("out"));
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out") == 0);
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out --check") == 0);
    CHECK(hlo2cpp.said.empty());
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out --check --deterministic") == 3);
    const std::string source = read_file(hlo2cpp.path("out/good.cpp"));
    std::ofstream(hlo2cpp.path("out/good.cpp")) << source << "\n";
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out --check") == 3);
    CHECK_THAT(hlo2cpp.said, Contains("good.cpp differs from line " +
                                      std::to_string(1 + std::count(source.begin(), source.end(), '\n'))));
    CHECK(read_file(hlo2cpp.path("out/good.cpp")) == source + "\n");
}

TEST_CASE("compile --measure states what the compiler makes of the code, and --check compares it") {
    Called hlo2cpp;
    const std::string words = "compile @good.hlo --output-dir @out --measure \"/usr/bin/env g++ -O2\"";
    CHECK(hlo2cpp.call(words + " --report @report.json") == 0);
    const std::string header = read_file(hlo2cpp.path("out/good.h"));
    CHECK_THAT(header, Contains("compile good.hlo --measure \"env g++ -O2\"\n"));
    CHECK_THAT(header, Contains(" bytes, measured: env ") && Contains("g++ -O2\n"));
    CHECK_THAT(header, Contains("\n#define GOOD_STACK_BYTES "));
    const std::string report = read_file(hlo2cpp.path("report.json"));
    CHECK_THAT(report, Contains("\"stack_bytes\": ") && Contains("\"text_bytes\": ") && Contains("\"compiler\": \""));
    CHECK(hlo2cpp.call(words + " --check") == 0);
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @out --check --measure \"g++ -O0\"") == 3);
    CHECK(hlo2cpp.call("compile @good.hlo --output-dir @plain") == 0);
    CHECK_THAT(read_file(hlo2cpp.path("plain/good.h")), !Contains("STACK_BYTES"));
    CHECK(read_file(hlo2cpp.path("plain/good.cpp")) == read_file(hlo2cpp.path("out/good.cpp")));
    CHECK(hlo2cpp.call("inspect @good.hlo --measure 'g++ -O2'") == 0);
    CHECK_THAT(hlo2cpp.said, Contains("measured: g++ "));
}

TEST_CASE("compile --check needs no compiler and compares all but measured figures") {
    Called hlo2cpp;
    const std::string words = "compile @good.hlo --output-dir @out", measure = " --measure \"g++ -O2\"";
    CHECK(hlo2cpp.call(words + measure) == 0);
    CHECK(hlo2cpp.call(words + " --check") == 0);
    CHECK(hlo2cpp.said.empty());
    CHECK(hlo2cpp.call(words + " --check --optimize size") == 3);
    CHECK(hlo2cpp.call(words + " --check --measure \"g++ -O0\"") == 3);
    const std::string header = read_file(hlo2cpp.path("out/good.h"));
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string changed = header;
        const std::size_t at = changed.find(old);
        INFO(old);
        REQUIRE(at != std::string::npos);
        std::ofstream(hlo2cpp.path("out/good.h")) << changed.replace(at, old.size(), now);
    };
    for (const char* line : {"#define GOOD_ALIGNMENT ", "#define GOOD_HASH ", "int good_run(", "#endif"}) {
        with(line, std::string("// ") + line);
        CHECK(hlo2cpp.call(words + " --check") == 3);
        CHECK(hlo2cpp.call(words + measure + " --check") == 3);
    }
    with("measured: g++", "measured: an older g++");
    CHECK(hlo2cpp.call(words + measure + " --check") == 0);
    // A compiler that this machine lacks.
    with("--measure \"g++ -O2\"", "--measure \"no-such-compiler -O2\"");
    CHECK(hlo2cpp.call(words + " --check --measure \"no-such-compiler -O2\"") == 0);
    CHECK(hlo2cpp.call(words + " --check") == 0);
}

TEST_CASE("stages can be shown, and the last one chosen") {
    Called hlo2cpp;
    for (const char* stage :
         {"read", "verify", "bound", "lower", "fuse", "arrange", "tile", "schedule", "buffers", "generate"}) {
        INFO(stage);
        CHECK(hlo2cpp.call(std::string("compile @good.hlo --output-dir @out --dump ") + stage + " --stop-after " +
                           stage) == 0);
        CHECK_FALSE(hlo2cpp.said.empty());
        CHECK(hlo2cpp.exists("out") == (std::string(stage) == "generate"));
    }
}

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
    CHECK_THAT(hlo2cpp.said, Contains("depends on data: loop.7, multiply-adds a round"));
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
