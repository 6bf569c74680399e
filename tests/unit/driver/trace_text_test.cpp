// What `run --trace` prints of a step.
#include "driver/trace_text.h"

#include <algorithm>
#include <cstring>

#include "driver/files.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;

TEST_CASE("a line of the trace has the least and the largest value, and how many are none") {
    const Compilation c = testing::compiled("HloModule m\nENTRY e {\n x = f32[5] parameter(0)\n"
                                            " ROOT r = f32[5] negate(x)\n}\n",
                                            "generic", {.trace = true});
    const auto text_of = [&](const std::vector<float>& values) {
        GeneratedRun run;
        run.data.resize(values.size() * sizeof values[0]);
        std::memcpy(run.data.data(), values.data(), run.data.size());
        run.reports = {{.point = 0, .begin = 0}};
        return trace_text(c, run);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    CHECK(text_of({3, -1.5F, 0, 2, 2}) == "r  f32[5]  -1.5 to 3\n");
    CHECK(text_of({3, nan, -infinity, 2, nan}) == "r  f32[5]  2 to 3, 2 NaN, 1 infinite\n");
    CHECK(text_of({nan, nan, nan, nan, nan}) == "r  f32[5]  no finite number, 5 NaN\n");
}

TEST_CASE("of a few rows at a time, those that the array has are shown") {
    const std::string path = std::string(HLO2CPP_SOURCE_DIR) + "/tests/check/bands.hlo";
    const Compilation c = testing::compiled(read_file(path), "cortex-m7", {.trace = true});
    const TracePoint& point = c.program.trace.at(0); // in front of the loop: half of its rows are before the first
    REQUIRE(point.first_round == -1);
    REQUIRE(point.elements == 512);
    std::vector<float> values(512, 2);
    std::fill_n(values.begin(), 256, std::numeric_limits<float>::quiet_NaN());
    GeneratedRun run;
    run.data.resize(values.size() * sizeof values[0]);
    std::memcpy(run.data.data(), values.data(), run.data.size());
    run.reports = {{.point = 0, .begin = 0}};
    CHECK(trace_text(c, run) == "t  f32[256]  2 to 2\n");
}
