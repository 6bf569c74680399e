// What generated code does for x86 alone.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string x86_source(const std::string& entry, const char* target) {
    return testing::compiled("HloModule m\nENTRY e {\n " + entry + " }", target).code.source;
}

} // namespace

TEST_CASE("constants are copied out of the sight of compilers where registers have 64 bytes") {
    const std::string text = "ROOT r = f32[8] constant({1, 1, 1, 1, 0, 0, 0, 0})";
    CHECK_THAT(x86_source(text, "x86-64-v4"), Contains("memcpy(out, opaque_pointer(r), 32);"));
    CHECK_THAT(x86_source(text, "x86-64-v3"), Contains("memcpy(out, r, 32);"));
}

TEST_CASE("indices and preds in memory are masks of vectors") {
    const std::string source =
        x86_source("x = f32[3,40] parameter(0)\n p = pred[3,40] parameter(1)\n i = s32[3,40] iota(), iota_dimension=0\n"
                   " j = s32[3,40] iota(), iota_dimension=1\n c = pred[3,40] compare(j, i), direction=LE\n"
                   " a = pred[3,40] and(c, p)\n n = f32[3,40] convert(a)\n ROOT r = f32[3,40] multiply(x, n)",
                   "x86-64-v3");
    CHECK_THAT(source, Contains("const s32x8 j = s32x8{0, 1, 2, 3, 4, 5, 6, 7} + v * 8;"));
    CHECK_THAT(source, Contains("((j <= i0) & mask_s32x8(p + i0 * 40 + v * 8)) ? 1.0f : 0.0f"));
}
