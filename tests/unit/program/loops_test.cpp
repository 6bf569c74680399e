// Loops in generated code: their variables, bounds, and what the buffers around them are called.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string source_of(const std::string& text) {
    return testing::compiled(text, "cortex-m7").code.source;
}

// x[i] = f(i, x[i]) for an s32 i: `lines` make e, f32[1], from i and x.
std::string loop(const std::string& first, const std::string& direction, const std::string& limit,
                 const std::string& step, const std::string& lines) {
    const std::string state = "(s32[], f32[9])";
    const std::string parts =
        "p = " + state +
        " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n x = f32[9] get-tuple-element(p), index=1\n";
    return source_of("HloModule m\ncond { " + parts + "n = s32[] constant(" + limit +
                     ")\n ROOT c = pred[] compare(i, n), direction=" + direction + " }\nbody { " + parts +
                     "s = s32[] constant(" + step + ")\n j = s32[] add(i, s)\n " + lines +
                     "\n y = f32[9] dynamic-update-slice(x, e, i)\n ROOT r = " + state +
                     " tuple(j, y) }\nENTRY main { x0 = f32[9] parameter(0)\n a = s32[] constant(" + first +
                     ")\n t = " + state + " tuple(a, x0)\n w = " + state + " while(t), condition=cond, body=body\n" +
                     " ROOT r = f32[9] get-tuple-element(w), index=1 }\n");
}

const char* const kTwice = "g = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n e = f32[1] add(g, g)";

// A reduce-window of s32[9] with this window.
std::string window(const std::string& dims, const std::string& shape) {
    return source_of(
        "HloModule m\nmin { a = s32[] parameter(0)\n b = s32[] parameter(1)\n ROOT r = s32[] minimum(a, b) }\n"
        "ENTRY main { x = s32[9,9] parameter(0)\n z = s32[] constant(2147483647)\n ROOT r = " +
        shape + " reduce-window(x, z), window={" + dims + "}, to_apply=min }\n");
}

} // namespace

TEST_CASE("a counter is the loop's variable, in no memory") {
    const std::string up = loop("0", "LT", "9", "1", kTwice);
    CHECK_THAT(up, Contains("for (int32_t trip = 0; trip < 9; ++trip) {") && Contains("out[trip] = "));
    CHECK_THAT(up, !Contains("arena + ") && !Contains("clamp_index") && !Contains("add_s32"));
    CHECK_THAT(loop("8", "GE", "0", "-1", kTwice),
               Contains("for (int32_t trip = 8; trip >= 0; --trip) {") && !Contains("clamp_index"));
    CHECK_THAT(loop("8", "GT", "0", "-3", kTwice), Contains("for (int32_t trip = 8; trip >= 2; trip -= 3) {"));
    CHECK_THAT(loop("1", "LT", "8", "3", kTwice), Contains("for (int32_t trip = 1; trip < 8; trip += 3) {"));
}

TEST_CASE("an index is clamped only where the counter leaves the array") {
    CHECK_THAT(loop("-1", "LT", "9", "1", kTwice), Contains("clamp_index_s32(trip, 0, 8)"));
    CHECK_THAT(loop("-3", "LT", "1", "1", kTwice), !Contains("clamp_index") && Contains("out[0] = "));
}

TEST_CASE("a loop of one round is no loop") {
    CHECK_THAT(loop("4", "LT", "5", "1", kTwice), !Contains("for (") && Contains("out[4] = "));
}

TEST_CASE("a step takes the counter by value") {
    const std::string source =
        loop("0", "LT", "9", "1",
             "f = f32[] convert(i)\n b = f32[9] broadcast(f), dimensions={}\n"
             " z = f32[] constant(0)\n m = f32[9] maximum(x, b)\n q = f32[9] exponential(m)\n"
             " h = f32[3,3] reshape(q)\n g = f32[1,3] slice(h), slice={[1:2], [0:3]}\n u = f32[3] reshape(g)\n"
             " e = f32[1] slice(u), slice={[1:2]}");
    CHECK_THAT(source, Contains("= static_cast<float>(trip);"));
}

TEST_CASE("bounds that are numbers are printed as numbers") {
    // The window reaches over the border by one at each point of the only row.
    const std::string source = window("size=9x3 pad=1_0x0_0 stride=9x1", "s32[1,7]");
    CHECK_THAT(source, !Contains("later_s32") && !Contains("earlier_s32"));
    CHECK_THAT(source, Contains("= 1; "));
}

TEST_CASE("a bound that always counts stands alone, and a quotient that is cut at 0 is a plain one") {
    const std::string source = window("size=9x1 pad=8_0x0_0", "s32[9,9]");
    CHECK_THAT(source, Contains("= 8 - i0;") && !Contains("later_s32"));
    const std::string dilated = window("size=3x1 pad=2_0x0_0 rhs_dilate=2x1", "s32[7,9]");
    CHECK_THAT(dilated, Contains("(3 - i0) / 2") && !Contains("floor_divide"));
}

TEST_CASE("each buffer of the arena has a name of its own, also where another one was") {
    const std::string source = source_of(R"(
HloModule m
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
ENTRY main {
  x = f32[4,4] parameter(0)
  z = f32[] constant(0)
  first = f32[4] reduce(x, z), dimensions={0}, to_apply=add
  second = f32[4,4] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  third = f32[4] dot(second, first), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  fourth = f32[4,4] dot(x, second), lhs_contracting_dims={0}, rhs_contracting_dims={0}
  fifth = f32[4] dot(fourth, third), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT sixth = f32[4] dot(x, fifth), lhs_contracting_dims={1}, rhs_contracting_dims={0}
})");
    CHECK_THAT(source, Contains("first(x, b_first);") && Contains("third(b_third, b_fourth, b_fifth);"));
}

TEST_CASE("what only control flow looks at is a variable, and the condition of a loop where it is one expression") {
    const char* const text = R"(
HloModule m
cond { p = f32[4] parameter(0)
  s = f32[1] slice(p), slice={[0:1]}
  x = f32[] reshape(s)
  n = f32[] constant(9)
  ROOT c = pred[] compare(x, n), direction=LT }
twice { p = f32[4] parameter(0)  ROOT r = f32[4] add(p, p) }
root { p = f32[4] parameter(0)  ROOT r = f32[4] exponential(p) }
body { p = f32[4] parameter(0)
  s = f32[1] slice(p), slice={[1:2]}
  x = f32[] reshape(s)
  n = f32[] constant(2)
  large = pred[] compare(x, n), direction=GT
  ROOT r = f32[4] conditional(large, p, p), true_computation=twice, false_computation=root }
ENTRY main { x = f32[4] parameter(0)  ROOT w = f32[4] while(x), condition=cond, body=body })";
    const std::string source = source_of(text);
    CHECK_THAT(source, Contains("while (out[0] < 9.0f) {") && Contains("const bool large = out[1] > 2.0f;") &&
                           Contains("if (large) {"));
    CHECK_THAT(source, !Contains("arena + "));
}

TEST_CASE("sums of quotients and remainders in a long chain are computed, not written as one index") {
    std::string lines;
    for (int k = 0; k < 60; ++k) {
        const std::string x = "x" + std::to_string(k), q = "q" + std::to_string(k), m = "m" + std::to_string(k);
        lines += q + " = s32[1000] divide(" + x + ", two)\n " + m + " = s32[1000] remainder(" + x + ", p)\n x" +
                 std::to_string(k + 1) + " = s32[1000] add(" + q + ", " + m + ")\n ";
    }
    const std::string source =
        source_of("HloModule m\nENTRY e { x0 = s32[1000] iota(), iota_dimension=0\n a = s32[] constant(2)\n b = s32[] "
                  "constant(10007)\n"
                  " two = s32[1000] broadcast(a), dimensions={}\n p = s32[1000] broadcast(b), dimensions={}\n " +
                  lines + "y = s32[1000] parameter(0)\n ROOT r = s32[1000] add(x60, y) }\n");
    CHECK(source.size() < 20000);
}

TEST_CASE("what is computed in front of a loop takes little memory, however many values there are") {
    const std::string state = "(s32[], f32[64], f32[64])";
    const std::string parts =
        "p = " + state +
        " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n x = f32[64] get-tuple-element(p), index=1\n"
        " w = f32[64] get-tuple-element(p), index=2\n ";
    std::string work;
    for (int k = 0; k < 40; ++k) {
        const std::string n = std::to_string(k), sum = "s" + n, to = " s" + std::to_string(k + 1);
        work += "c" + n + " = f32[] constant(" + n + ")\n b" + n + " = f32[64] broadcast(c" + n +
                "), dimensions={}\n a" + n + " = f32[64] add(w, b" + n + ")\n e" + n + " = f32[64] exponential(a" + n +
                ")\n r" + n + " = f32[64] reverse(e" + n + "), dimensions={0}\n" + to + " = f32[64] add(" + sum +
                ", r" + n + ")\n ";
    }
    const std::string text = "HloModule m\ncond { " + parts +
                             "n = s32[] constant(5)\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
                             "one = s32[] constant(1)\n j = s32[] add(i, one)\n s0 = f32[64] negate(x)\n " + work +
                             "ROOT t = " + state +
                             " tuple(j, s40, w) }\nENTRY e { x = f32[64] parameter(0)\n w = f32[64] parameter(1)\n z = "
                             "s32[] constant(0)\n t = " +
                             state + " tuple(z, x, w)\n l = " + state +
                             " while(t), condition=cond, body=body\n ROOT r = f32[64] get-tuple-element(l), index=1 }";
    CHECK(testing::compiled(text, "cortex-m7").plan.arena_bytes <= 1024 + 3 * 256);
}
