// What generated code does for AArch64 alone.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string neon_source(const std::string& entry, const char* target) {
    return testing::compiled("HloModule m\nENTRY e {\n " + entry + " }", target).code.source;
}

std::string neon_product(int rows) {
    const std::string n = std::to_string(rows);
    return "x = f32[" + n + ",16] parameter(0)\n w = f32[16,64] parameter(1)\n ROOT r = f32[" + n +
           ",64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
}

} // namespace

TEST_CASE("steps of a sum are taken together; one row loads its vectors two by two, so do rows with room") {
    const std::string one = neon_source(neon_product(1), "cortex-a"),
                      several = neon_source(neon_product(20), "cortex-a");
    for (const std::string& source : {one, several}) CHECK_THAT(source, Contains("k += 4"));
    CHECK_THAT(one, Contains("for (int32_t pair = 0; pair < 16; pair += 2) {") && Contains("f32x4 vectors[2];"));
    CHECK_THAT(several, !Contains("pair")); // 5 rows
    CHECK_THAT(neon_source(neon_product(4), "cortex-a"), Contains("for (int32_t pair = 0; pair < 4; pair += 2) {"));
    CHECK_THAT(neon_source(neon_product(1), "x86-64-v3"), !Contains("k += 4"));
}

TEST_CASE("steps that fill no vector follow those that are taken together") {
    const std::string source =
        neon_source("x = f32[20,15] parameter(0)\n w = f32[15,64] parameter(1)\n ROOT r = f32[20,64] "
                    "dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                    "cortex-a");
    CHECK_THAT(source, Contains("k < 12; k += 4") && Contains("k = 12; k < 15; ++k"));
}

TEST_CASE("maximum and minimum of vectors are an instruction of AArch64, also with a number") {
    const std::string parts = "x = f32[40] parameter(0)\n y = f32[40] parameter(1)\n p = f32[40] multiply(x, y)\n ";
    const std::string both = parts + "a = f32[40] maximum(p, y)\n b = f32[40] minimum(p, x)\n "
                                     "ROOT r = f32[40] subtract(a, b)";
    CHECK_THAT(neon_source(both, "cortex-a"), Contains("maximum_f32x4(p, ") && Contains("minimum_f32x4(p, "));
    CHECK_THAT(neon_source(both, "x86-64-v3"), !Contains("maximum_f32x"));
    const auto relu = [&](const char* number) {
        return parts + "c = f32[] constant(" + number +
               ")\n z = f32[40] broadcast(c), dimensions={}\n ROOT r = f32[40] maximum(p, z)";
    };
    CHECK_THAT(neon_source(relu("0"), "cortex-a"), Contains("maximum_f32x4(p, f32x4{})"));
    CHECK_THAT(neon_source(relu("-0"), "cortex-a"), Contains("maximum_f32x4(p, -0.0f - f32x4{})"));
    CHECK_THAT(neon_source(relu("0"), "x86-64-v3"), Contains("p <= 0.0f ? 0.0f : p"));
}

TEST_CASE("bias and zeros of a tile are in no register while its sums grow") {
    const std::string source =
        neon_source("x = f32[20,16] parameter(0)\n w = f32[16,64] parameter(1)\n"
                    " b = f32[64] parameter(2)\n c = f32[] constant(6)\n n = f32[] constant(0)\n"
                    " s = f32[20,64] broadcast(c), dimensions={}\n"
                    " z = f32[20,64] broadcast(n), dimensions={}\n"
                    " bs = f32[20,64] broadcast(b), dimensions={1}\n"
                    " d = f32[20,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                    " a = f32[20,64] add(d, bs)\n m = f32[20,64] maximum(a, z)\n"
                    " ROOT r = f32[20,64] minimum(m, s)",
                    "cortex-a");
    CHECK_THAT(source, Contains("b_start = opaque_pointer(b + i1);") && Contains("start = f32x4_at(b_start)[v];"));
    const std::size_t sums = source.find("acc[r_2][v] += "), zero = source.find("const f32x4 zero = zero_f32x4();");
    REQUIRE(zero != std::string::npos);
    CHECK(sums < zero);
    CHECK_THAT(source, Contains(", zero)") && Contains("6.0f - zero"));
    CHECK_THAT(neon_source(neon_product(20), "cortex-a"), Contains("acc[r_2][v] = zero;"));
}

TEST_CASE("a row of a depthwise convolution takes all taps before the next one, which shares its inputs") {
    const std::string source =
        neon_source("x = f32[1,12,12,16] parameter(0)\n w = f32[3,3,1,16] parameter(1)\n"
                    " ROOT r = f32[1,12,12,16] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                    "dim_labels=b01f_01io->b01f, feature_group_count=16",
                    "cortex-a");
    const std::size_t rows = source.find("for (int32_t r_2 = 1; r_2 < "),
                      taps = source.find("for (int32_t k = 0; k < 3; ++k)");
    REQUIRE(taps != std::string::npos);
    CHECK(rows < taps);
    CHECK_THAT(source, Contains("AS_WRITTEN"));
}

TEST_CASE("a constant that is no finite number is a vector where an op works on its bits") {
    const std::string entry = "x = f32[40] parameter(0)\n c = f32[] constant(nan)\n z = f32[40] broadcast(c), "
                              "dimensions={}\n m = f32[40] maximum(x, z)\n ROOT r = f32[40] multiply(m, x)";
    for (const char* target : {"cortex-a", "x86-64-v3"})
        CHECK_THAT(neon_source(entry, target), Contains("__builtin_nanf(\"\") - f32x"));
}
