// The estimate of the stack: what it sees in generated text, and what the files say of it.
#include <catch2/catch.hpp>

#include "generate/stack/address.h"
#include "generate/stack/features.h"
#include "generate/stack/model.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

Code code_for(const char* target) {
    return testing::compiled("HloModule m\nENTRY e { x = f32[8] parameter(0)\n ROOT r = f32[8] exponential(x) }",
                             target)
        .code;
}

const std::vector<std::string> kTile = {"for (int32_t i0 = 0; i0 < 8; i0 += 2) {",
                                        "    float acc[2][3]; // 2 points of dimension 0 x 3 points of dimension 1",
                                        "    #pragma GCC unroll 2",
                                        "    for (int32_t r = 0; r < 2; ++r) {",
                                        "        #pragma GCC unroll 3",
                                        "        for (int32_t v = 0; v < 3; ++v) {",
                                        "            acc[r][v] = x[(i0 + r) * 400 + v] + 1.0f;",
                                        "        }",
                                        "    }",
                                        "}"};

} // namespace

TEST_CASE("an index is a stride, and an offset for each copy that unrolled loops make", "[generate]") {
    const std::vector<Access> accesses =
        accesses_of("y = x[(i + r) * 6 + 2 * v - 1] + w[i / 3];", {{"r", 2}, {"v", 2}});
    REQUIRE(accesses.size() == 2);
    CHECK(accesses[0].array == "x");
    CHECK(accesses[0].stride == "i*6 ");
    CHECK(accesses[0].offsets == std::set<std::int64_t>{-1, 1, 5, 7});
    CHECK(accesses[1].stride == "i / 3");
    CHECK(accesses[1].offsets == std::set<std::int64_t>{0});
}

TEST_CASE("no index text is too odd to be read", "[generate]") {
    for (const std::string& text : {std::string("x["), std::string("x[]"), std::string("x[y[i]]"),
                                    std::string("x[9999999999999999999999]"), "x[" + std::string(100000, '(') + "1"})
        CHECK_NOTHROW(accesses_of(text, {}));
}

TEST_CASE("unrolled lines count as often as they are copied, loops that stay count once", "[generate]") {
    const StackFeatures features =
        step_features(*find_target("cortex-m7"), "const float* __restrict x, float* __restrict out", kTile);
    using enum StackFeatures::Name;
    CHECK(features[Loops] == 1);
    CHECK(features[Depth] == 1);
    CHECK(features[Accumulators] == 6);
    CHECK(features[Elements] == 6);
    CHECK(features[Windows] == 2); // rows are 1600 bytes apart
    CHECK(features[Parameters] == 2);
    CHECK(features[WordBytes] == 4);
}

TEST_CASE("an estimate is a positive multiple of eight bytes on every target", "[generate]") {
    for (const std::string& name : target_names()) {
        const std::int64_t bytes = stack_bytes_of(step_features(*find_target(name), "const float* x", kTile));
        CHECK(bytes > 0);
        CHECK(bytes % 8 == 0);
    }
}

TEST_CASE("files for Cortex-M ask GCC to check the stack that their header names", "[generate]") {
    const Code cortex = code_for("cortex-m7"), generic = code_for("generic");
    CHECK_THAT(cortex.source, Contains("\"-Wstack-usage=" + std::to_string(cortex.stack_bytes) + "\""));
    CHECK_THAT(cortex.header, Contains("stack   about " + std::to_string(cortex.stack_bytes) + " bytes, GCC checks"));
    CHECK_THAT(generic.source, !Contains("-Wstack-usage"));
}
