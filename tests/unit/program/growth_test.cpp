// What grows with a module in generated code, and what must not.
#include <catch2/catch.hpp>

#include "unit/generate/generated.h"

using namespace hlo2cpp;

TEST_CASE("sums of quotients and remainders in a long chain are computed, not written as one index") {
    std::string lines;
    for (int k = 0; k < 60; ++k) {
        const std::string x = "x" + std::to_string(k), q = "q" + std::to_string(k), m = "m" + std::to_string(k);
        lines += q + " = s32[1000] divide(" + x + ", two)\n " + m + " = s32[1000] remainder(" + x + ", p)\n x" +
                 std::to_string(k + 1) + " = s32[1000] add(" + q + ", " + m + ")\n ";
    }
    const std::string source =
        testing::compiled(
            "HloModule m\nENTRY e { x0 = s32[1000] iota(), iota_dimension=0\n a = s32[] constant(2)\n b = s32[] "
            "constant(10007)\n"
            " two = s32[1000] broadcast(a), dimensions={}\n p = s32[1000] broadcast(b), dimensions={}\n " +
                lines + "y = s32[1000] parameter(0)\n ROOT r = s32[1000] add(x60, y) }\n",
            "cortex-m7")
            .code.source;
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
    CHECK(testing::compiled(text, "cortex-m7").plan.arena_bytes() <= 1024 + 3 * 256);
}
