// What generated code does for AArch64 alone.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string source_of(const std::string& entry, const char* target) {
    return testing::compiled("HloModule m\nENTRY e {\n " + entry + " }", target).code.source;
}

std::string product(int rows) {
    const std::string n = std::to_string(rows);
    return "x = f32[" + n + ",16] parameter(0)\n w = f32[16,64] parameter(1)\n ROOT r = f32[" + n +
           ",64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
}

} // namespace

TEST_CASE("steps of a sum are taken together; one row loads its vectors two by two, several rows all at once") {
    const std::string one = source_of(product(1), "cortex-a"), several = source_of(product(20), "cortex-a");
    for (const std::string& source : {one, several}) CHECK_THAT(source, Contains("k += 4"));
    CHECK_THAT(one, Contains("for (int32_t pair = 0; pair < 16; pair += 2) {") && Contains("f32x4 vectors[2];"));
    CHECK_THAT(several, !Contains("pair"));
    CHECK_THAT(source_of(product(1), "x86-64-v3"), !Contains("k += 4"));
}

TEST_CASE("maximum and minimum of vectors are an instruction of AArch64, but with a number") {
    const std::string parts = "x = f32[40] parameter(0)\n y = f32[40] parameter(1)\n p = f32[40] multiply(x, y)\n ";
    const std::string both = parts + "a = f32[40] maximum(p, y)\n b = f32[40] minimum(p, x)\n "
                                     "ROOT r = f32[40] subtract(a, b)";
    CHECK_THAT(source_of(both, "cortex-a"), Contains("maximum_f32x4(p, ") && Contains("minimum_f32x4(p, "));
    CHECK_THAT(source_of(both, "x86-64-v3"), !Contains("maximum_f32x"));
    const std::string relu = parts + "c = f32[] constant(0)\n z = f32[40] broadcast(c), dimensions={}\n "
                                     "ROOT r = f32[40] maximum(p, z)";
    CHECK_THAT(source_of(relu, "cortex-a"), Contains("p <= 0.0f ? 0.0f : p"));
}

TEST_CASE("a constant that is no finite number is a vector where an op works on its bits") {
    const std::string entry = "x = f32[40] parameter(0)\n c = f32[] constant(nan)\n z = f32[40] broadcast(c), "
                              "dimensions={}\n m = f32[40] maximum(x, z)\n ROOT r = f32[40] multiply(m, x)";
    for (const char* target : {"cortex-a", "x86-64-v3"})
        CHECK_THAT(source_of(entry, target), Contains("__builtin_nanf(\"\") - f32x"));
}
