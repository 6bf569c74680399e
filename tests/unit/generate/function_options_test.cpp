// Which options of GCC functions have: it puts one into another only where they are the same.
#include "unit/generate/generated.h"

using namespace hlo2cpp;

namespace {

std::string source_of(const char* target, bool deterministic) {
    const std::string text = "HloModule m\nENTRY e {\n x = f32[9,40] parameter(0)\n y = f32[40,24] parameter(1)\n"
                             " ROOT d = f32[9,24] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    return testing::compiled(text, target, {.goal = {.in_order = deterministic}}).code.source;
}

bool has(const std::string& source, const std::string& text) {
    return source.find(text) != std::string::npos;
}

} // namespace

TEST_CASE("steps of vectors have options of their own, unless the whole file has some") {
    const std::string own = "noinline, optimize(", all = "#pragma GCC optimize(\"vect-cost-model=dynamic\"";
    for (const char* target : {"x86-64-v3", "x86-64-v4", "cortex-a"}) {
        CHECK(has(source_of(target, false), own));
        CHECK_FALSE(has(source_of(target, false), all));
        CHECK_FALSE(has(source_of(target, true), own));
        CHECK(has(source_of(target, true), all));
    }
    CHECK_FALSE(has(source_of("cortex-m7", true), all));
}

TEST_CASE("a file with vectors of sums has options for all of it, and says what becomes of subnormal numbers") {
    const std::string options = "#pragma GCC optimize(\"no-tree-slp-vectorize\", \"no-schedule-insns\"",
                      zeros = "zeros in place of subnormal numbers";
    for (const char* target : {"cortex-m55", "armv7"}) {
        CHECK(has(source_of(target, false), options));
        CHECK(has(source_of(target, false), zeros));
        CHECK_FALSE(has(source_of(target, false), "_AS_WRITTEN"));
        CHECK_FALSE(has(source_of(target, true), zeros));
    }
    CHECK_FALSE(has(source_of("cortex-m7", false), zeros));
}

TEST_CASE("what GCC would write for a Cortex-M55 and its assembler refuses is left out in the whole file") {
    const std::string left_out = "\"no-if-conversion2\"";
    for (const char* target : {"cortex-m55", "cortex-m85"})
        for (const bool deterministic : {false, true}) CHECK(has(source_of(target, deterministic), left_out));
    CHECK_FALSE(has(source_of("cortex-m33", false), left_out));
}

TEST_CASE(
    "what sums of integers are scaled to is in vectors that flush, but not where all machines have the same bits") {
    const std::string text = "HloModule m\nENTRY e {\n x = s8[9,40] parameter(0)\n y = s8[40,24] parameter(1)\n"
                             " a = s32[9,40] convert(x)\n b = s32[40,24] convert(y)\n c = f32[9,24] parameter(2)\n"
                             " d = s32[9,24] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                             " f = f32[9,24] convert(d)\n g = f32[9,24] multiply(f, c)\n h = f32[9,24] add(g, c)\n"
                             " i = f32[9,24] multiply(h, g)\n ROOT r = f32[9,24] maximum(i, c)\n}\n";
    for (const bool deterministic : {false, true}) {
        const GenerateOptions options{.goal = {.in_order = deterministic}};
        CHECK(has(testing::compiled(text, "cortex-m55", options).code.source, "f32x4") == !deterministic);
    }
}

// Tuned for a Zen, GCC loads a vector anew for each of up to four rows of a tile that take it.
TEST_CASE("x86-64 with fused multiply-adds is tuned for no processor, whatever the command line says") {
    const std::string tuning = "#pragma GCC target(\"tune=generic\")";
    for (const char* target : {"x86-64-v3", "x86-64-v4", "x86-64-v4-vnni"})
        CHECK(has(source_of(target, false), tuning));
    for (const char* target : {"generic", "x86-64-v2", "cortex-a"}) CHECK_FALSE(has(source_of(target, false), tuning));
}
