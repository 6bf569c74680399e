// The program as it is called: exit status, messages, and which files are there afterwards.
#include <catch2/catch.hpp>

#include "errors/called_tool.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

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
                              "compile @good.hlo --threads 0",
                              "compile @good.hlo --threads 65",
                              "compile @good.hlo --memory dtcm",
                              "compile @good.hlo --memory dtcm=64kb",
                              "compile @good.hlo --memory ''",
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
                                                                Contains("generic,") && Contains("cortex-m4") &&
                                                                Contains("; did you mean cortex-m7?\n"));
    CHECK_THAT(said("compile @good.hlo --target cortex-m35p"),
               Contains("unknown target 'cortex-m35p'; one of generic, ") &&
                   Contains("; for cortex-m35p take cortex-m33: it has "));
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
    for (const char* stage : {"read", "verify", "bound", "lower", "precompute", "fuse", "layout", "arrange", "tile",
                              "schedule", "buffers", "program", "generate"}) {
        INFO(stage);
        CHECK(hlo2cpp.call(std::string("compile @good.hlo --output-dir @out --dump ") + stage + " --stop-after " +
                           stage) == 0);
        CHECK_FALSE(hlo2cpp.said.empty());
        CHECK(hlo2cpp.exists("out") == (std::string(stage) == "generate"));
    }
}

} // namespace
} // namespace hlo2cpp
