// Functions that differ in sizes alone are one where flash is scarce.
#include <catch2/catch.hpp>

#include <algorithm>

#include "check/check.h"
#include "check/inputs.h"
#include "driver/check_text.h"
#include "driver/files.h"
#include "driver/run.h"
#include "program/share_sizes.h"
#include "read/reader.h"
#include "unit/program/trees.h"

using namespace hlo2cpp;

namespace {

Compilation layers(const char* target, Optimize optimize = Optimize::Balanced) {
    CompileOptions options;
    options.target = *find_target(target);
    options.generate.goal.optimize = optimize;
    options.generate.name = "layers";
    options.generate.trace = true;
    Diagnostics diagnostics;
    Compilation c = compile(read_module(HLO2CPP_SOURCE_DIR "/tests/check/layers.hlo"), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    return c;
}

std::size_t of_any_size(const Compilation& c) {
    return static_cast<std::size_t>(std::ranges::count_if(c.program.steps, &tree::Function::any_size));
}

} // namespace

TEST_CASE("layers of other sizes are one function where flash is scarce, and compute the same", "[program]") {
    const Compilation apart = layers("generic");
    CHECK(of_any_size(apart) == 0);
    for (const Compilation& one : {layers("cortex-m7"), layers("generic", Optimize::Size)}) {
        CHECK(of_any_size(one) >= 1);
        CHECK(one.program.steps.size() < apart.program.steps.size());
        const Arguments arguments{.leaves = sample_arguments(one.module, false)};
        const GeneratedRun run = run_compiled(one, "layers", *find_target("generic"), arguments, "-O1");
        const CheckResult result =
            check({one.module, one.lowered, one.kernels, one.schedule, one.program, false}, arguments.leaves, run);
        INFO(check_text("layers", result, true));
        CHECK(result.differences.empty());
        CHECK(result.reports >= 3);
    }
}
