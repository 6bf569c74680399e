// Programs as they are exported, evaluated, beside what XLA:CPU made of them (tests/stablehlo).
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include "fixture.h"
#include "hlo/write.h"
#include "read/reader.h"

namespace hlo2cpp::testing {
namespace {

std::vector<std::string> programs() {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(HLO2CPP_SOURCE_DIR) + "/tests/stablehlo"))
        if (entry.path().extension() == ".mlir") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    return paths;
}

} // namespace

TEST_CASE("StableHLO programs compute what XLA computes, and so do the HLO files that they become", "[read]") {
    CHECK(programs().size() >= 26);
    for (const std::string& path : programs()) {
        const Fixture fixture = read_fixture(path);
        INFO(fixture.name);
        try {
            const Module module = fixture_module(fixture);
            CHECK(difference_of_evaluated(module, fixture) == "");
            CHECK(difference_of_evaluated(read_module_bytes(write_text(module)), fixture) == "");
            CHECK(difference_of_evaluated(read_module_bytes(write_proto(module)), fixture) == "");
        } catch (const std::exception& error) {
            FAIL_CHECK(error.what());
        }
    }
}

} // namespace hlo2cpp::testing
