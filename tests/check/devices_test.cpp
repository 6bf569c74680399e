// Generated code of several devices, run and checked: a mistake that one of them alone has, and state that one alone is
// given.
#include <catch2/catch.hpp>

#include "check/inputs.h"
#include "driver/run_devices.h"
#include "driver/state.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

// tests/check/devices.hlo on three devices, each with arguments of its own.
struct ThreeDevices {
    Compilation compilation;
    std::vector<Arguments> arguments;
    std::vector<GeneratedRun> runs;

    ThreeDevices() {
        CompileOptions options;
        options.target = *find_target("generic");
        options.generate.name = "devices";
        options.generate.trace = true;
        Diagnostics diagnostics;
        compilation =
            compile(read_module(std::string(HLO2CPP_SOURCE_DIR) + "/tests/check/devices.hlo"), options, diagnostics);
        REQUIRE_FALSE(diagnostics.has_errors());
        for (std::int64_t device = 0; device < 3; ++device)
            arguments.push_back({.leaves = sample_arguments(compilation.module, false, device)});
        runs = run_compiled(compilation, "devices", options.target, arguments, {.cxxflags = "-O0"});
    }

    std::vector<CheckResult> checked() const { return check_devices(compilation, false, arguments, runs, ""); }
};

} // namespace

TEST_CASE("check of several devices names a step that is wrong on one of them", "[check]") {
    ThreeDevices all;
    for (const CheckResult& result : all.checked()) {
        CHECK(result.reports > 0);
        CHECK(result.differences.empty());
    }
    all.arguments[2].leaves = sample_arguments(all.compilation.module, false, 3); // which its code did not have
    const std::vector<CheckResult> results = all.checked();
    CHECK(results[0].differences.empty());
    CHECK(results[1].differences.empty());
    REQUIRE_FALSE(results[2].differences.empty());
    CHECK(results[2].differences[0].step == "squared");
}

TEST_CASE("check of several devices names a mistake of the lowering that shows on one of them", "[check]") {
    ThreeDevices all;
    for (Instruction& instruction : all.compilation.lowered.computations.back().instructions)
        if (instruction.name == "is_second") instruction.attributes.direction = ComparisonDirection::Ge;
    const std::vector<CheckResult> results = all.checked();
    CHECK(results[0].differences.empty());
    CHECK(results[1].differences.empty());
    REQUIRE_FALSE(results[2].differences.empty());
    CHECK(results[2].differences.back().step == "lower");
}

TEST_CASE("a device that is given its state starts with it, though others start with the initial one", "[check]") {
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "sums";
    options.state = {parse_state("sum=0")};
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes("HloModule sums, replica_count=2\n"
                                                    "ENTRY main {\n"
                                                    "  sum = s32[2] parameter(0)\n"
                                                    "  x = s32[2] parameter(1)\n"
                                                    "  next = s32[2] add(sum, x)\n"
                                                    "  ROOT all = (s32[2]) tuple(next)\n"
                                                    "}\n"),
                                  options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const std::vector<Literal> ones = sample_arguments(c.module, false, 1);
    Arguments initial{.leaves = ones, .state_given = false}, given{.leaves = ones, .state_given = true};
    initial.leaves[0] = Literal::zeros(ones[0].shape);
    const std::vector<Arguments> arguments = {initial, given};
    const std::vector<GeneratedRun> runs = run_compiled(c, "sums", options.target, arguments, {.cxxflags = "-O0"}),
                                    wanted = evaluate_devices(c.module, arguments, "");
    for (std::size_t device = 0; device < 2; ++device)
        CHECK(runs[device].results[0].bytes == wanted[device].results[0].bytes);
    CHECK(runs[0].results[0].bytes != runs[1].results[0].bytes);
}
