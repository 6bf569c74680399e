#include <catch2/catch.hpp>

#include "driver/files.h"
#include "driver/process.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

TEST_CASE("a child's end and what it said") {
    const TemporaryFolder folder;
    const auto log = folder.path() / "log";
    CHECK(run_process({"sh", "-c", "echo out; echo err >&2"}, log, folder.processes()).status == 0);
    CHECK(read_file(log) == "out\nerr\n");
    CHECK(describe(run_process({"sh", "-c", "exit 3"}, log, folder.processes())) == "exit status 3");
    const ProcessEnd killed = run_process({"sh", "-c", "kill -9 $$"}, log, folder.processes());
    CHECK(killed.status == -1);
    CHECK(describe(killed) == "signal 9 (Killed)");
    CHECK_THROWS_AS(run_process({"no-such-program-here"}, log, folder.processes()), InputError);
}

TEST_CASE("words of flags") {
    CHECK(split_words("").empty());
    CHECK(split_words("  -O2   -g ") == std::vector<std::string>{"-O2", "-g"});
    CHECK(split_words("'-DA=b c' \"x'y\" a\\ b ''") == std::vector<std::string>{"-DA=b c", "x'y", "a b", ""});
    // As a shell: in "..." a backslash stays, but before a few characters; in '...' it always does.
    CHECK(split_words(R"("a\b\"c\\" 'd\e' f\ng)") == std::vector<std::string>{"a\\b\"c\\", "d\\e", "fng"});
    CHECK(split_words("-D\"X\"='y z'w") == std::vector<std::string>{"-DX=y zw"});
    CHECK(split_words("$HOME `ls` ; >x *") == std::vector<std::string>{"$HOME", "`ls`", ";", ">x", "*"});
    CHECK_THROWS_AS(split_words("g++ 'a"), InputError);
    CHECK_THROWS_AS(split_words("g++ \"a"), InputError);
}

} // namespace
} // namespace hlo2cpp
