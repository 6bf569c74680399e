// program_verify against programs of which one number is wrong by one: whatever leaves its arrays is found.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "driver/compile.h"
#include "program/program_verify.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "unit/program/mutants.h"

using namespace hlo2cpp;

namespace {

Program program_in(const std::filesystem::path& file, const char* target) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    CompileOptions options;
    options.target = *find_target(target);
    options.generate.name = "m";
    options.stop_after = Stage::Program;
    Diagnostics diagnostics;
    return compile(read_module_bytes(text), options, diagnostics).program;
}

bool found(const Program& program) {
    try {
        verify_program(program);
    } catch (const InternalError&) {
        return true;
    }
    return false;
}

// With about so many wrong numbers a program.
void check_mutants(std::size_t numbers_wanted) {
    int mutants = 0, leave = 0, are_found = 0;
    for (const auto& file : std::filesystem::directory_iterator(HLO2CPP_SOURCE_DIR "/tests/firmware/programs")) {
        if (file.path().extension() != ".hlo") continue;
        for (const char* target : {"cortex-m7", "x86-64-v3"}) {
            const Program program = program_in(file.path(), target);
            INFO(file.path().filename().string() << " for " << target);
            CHECK_FALSE(testing::leaves_arrays(program));
            const std::size_t numbers = testing::numbers_of(program), stride = numbers / numbers_wanted + 1;
            for (std::size_t number = 0; number < numbers; number += stride)
                for (const std::int64_t by : {1, -1}) {
                    const Program wrong = testing::mutant(program, number, by);
                    const bool leaves = testing::leaves_arrays(wrong), is_found = found(wrong);
                    ++mutants, leave += leaves ? 1 : 0, are_found += is_found ? 1 : 0;
                    INFO("number " << number << " by " << by);
                    CHECK((is_found || !leaves));
                }
        }
    }
    INFO(mutants << " mutants, " << leave << " leave an array, " << are_found << " are found");
    CHECK(leave > mutants / 5); // the rest reads or writes another element of the same array, or fewer of them
    CHECK(are_found >= leave);
}

} // namespace

TEST_CASE("a program with one wrong number that leaves an array is found", "[mutation]") {
    check_mutants(25);
}
TEST_CASE("a program with any of its numbers wrong that leaves an array is found", "[many_mutations]") {
    check_mutants(250);
}
