// The evaluator on every fixture, and that every op has one.
#include <catch2/catch.hpp>

#include <filesystem>

#include "fixture.h"
#include "ir/opcode.h"

namespace hlo2cpp::testing {
namespace {

// Decompositions of many matrices, instrumented, take as long as all other fixtures, and run the code of one matrix.
bool is_for_optimised_builds(const std::string& path) {
#ifdef __SANITIZE_ADDRESS__
    return path.ends_with("_of_many.hlo");
#else
    static_cast<void>(path);
    return false;
#endif
}

} // namespace

TEST_CASE("the evaluator agrees with the oracle", "[ops]") {
    for (const std::string& path : fixture_paths(HLO2CPP_FIXTURES)) {
        if (is_for_optimised_builds(path)) continue;
        const Fixture fixture = read_fixture(path);
        INFO(fixture.name);
        try {
            CHECK(difference_of_evaluated(fixture_module(fixture), fixture) == "");
        } catch (const std::exception& error) {
            FAIL_CHECK(error.what());
        }
    }
}

TEST_CASE("every op has a fixture", "[ops]") {
    const std::string folder = HLO2CPP_FIXTURES;
    const auto check = [&](const std::string& op) {
        INFO("tests/ops/" << op
                          << " is missing: add fixtures of it to the makers in tests/ops and run make_fixtures.py");
        CHECK(std::filesystem::is_directory(folder + "/" + op));
    };
#define OP(name, text, symbol) check(text);
#define NOT_SUPPORTED_OP(name, text)
#include "ir/ops.def"
}

} // namespace hlo2cpp::testing
