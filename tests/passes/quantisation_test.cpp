// What modules compute for their scales and zero points is computed here, or less of it is left to do.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

const std::string kCombiners = R"(
maximum { a = f32[] parameter(0)
 b = f32[] parameter(1)
 ROOT m = f32[] maximum(a, b) }
minimum { a = f32[] parameter(0)
 b = f32[] parameter(1)
 ROOT m = f32[] minimum(a, b) }
sum { a = f32[] parameter(0)
 b = f32[] parameter(1)
 ROOT m = f32[] add(a, b) }
sum_s32 { a = s32[] parameter(0)
 b = s32[] parameter(1)
 ROOT m = s32[] add(a, b) }
)";

// Five rows of three numbers of one type, reduced along `dimensions`.
Module reduction(const std::string& type, const std::string& first, const std::string& dimensions,
                 const std::string& result, const std::string& combiner, const std::string& initial) {
    const std::string kept = type + "[" + result + "]";
    return lowered("HloModule m\n" + kCombiners + "ENTRY e {\n x = " + kept + " parameter(0)\n w = " + type +
                   "[5,3] constant({{" + first +
                   ", 2, -3}, {4, 5, 6}, {-7, 8, 9}, {10, -11, 12}, {13, 14, -2147483648}})\n i = " + type +
                   "[] constant(" + initial + ")\n r = " + kept + " reduce(w, i), dimensions={" + dimensions +
                   "}, to_apply=" + combiner + "\n ROOT y = " + kept + " add(x, r)\n}\n");
}

bool has_no_reduction(const Module& module) {
    return count(module, Opcode::Reduce) == 0;
}

// convert of bounds of the sum of a number and what is rounded: `x`, made of the f32[40] or s32[40] a.
Module conversion(const std::string& argument, const std::string& x, const std::string& zero, const std::string& low,
                  const std::string& high, const std::string& to = "s8") {
    return lowered("HloModule m\nENTRY e {\n a = " + argument + "[40] parameter(0)\n " + x +
                   "\n r = f32[40] round-nearest-even(x)\n z = f32[] constant(" + zero +
                   ")\n b = f32[40] broadcast(z), dimensions={}\n s = f32[40] add(b, r)\n l = f32[] constant(" + low +
                   ")\n h = f32[] constant(" + high + ")\n c = f32[40] clamp(l, s, h)\n ROOT y = " + to +
                   "[40] convert(c)\n}\n");
}

const std::string kScaled = "f = f32[40] convert(a)\n k = f32[] constant(0.7)\n g = f32[40] broadcast(k), "
                            "dimensions={}\n x = f32[40] multiply(f, g)";

bool adds_integers(const Module& module) {
    for (const Instruction& i : module.entry_computation().instructions)
        if (i.opcode == Opcode::Add) return i.shape.type == ElementType::S32;
    return false;
}

// maximum(maximum(a, low), x) and the like of f32[7].
Module with_bounds(const std::string& lines) {
    return lowered("HloModule m\nENTRY e {\n a = f32[7] parameter(0)\n zero = f32[] constant(0)\n"
                   " below = f32[] constant(-5.5)\n above = f32[] constant(6)\n"
                   " z = f32[7] broadcast(zero), dimensions={}\n l = f32[7] broadcast(below), dimensions={}\n"
                   " h = f32[7] broadcast(above), dimensions={}\n" +
                   lines + "\n}\n");
}

// What is rounded: `scaled`, made of the scale c and r = maximum(x, 0), which is positive for some elements alone.
Opcode rounded(const std::string& scale, const std::string& scaled) {
    const Module module =
        lowered("HloModule m\nENTRY e {\n a = f32[7] parameter(0)\n middle = f32[] constant(3.5)\n"
                " b = f32[7] broadcast(middle), dimensions={}\n x = f32[7] subtract(a, b)\n zero = f32[] constant(0)\n"
                " z = f32[7] broadcast(zero), dimensions={}\n r = f32[7] maximum(x, z)\n k = f32[] constant(" +
                scale + ")\n c = f32[7] broadcast(k), dimensions={}\n s = f32[7] " + scaled +
                "\n ROOT y = f32[7] round-nearest-even(s)\n}\n");
    return operand(module, result(module)).opcode;
}

} // namespace

TEST_CASE("extrema and integer sums of constants are constants") {
    CHECK(has_no_reduction(reduction("f32", "1", "0", "3", "maximum", "-inf")));
    CHECK(has_no_reduction(reduction("f32", "1", "0", "3", "minimum", "inf")));
    CHECK(has_no_reduction(reduction("f32", "1", "0,1", "", "maximum", "100")));
    CHECK(has_no_reduction(reduction("s32", "2147483647", "0", "3", "sum_s32", "5"))); // which wrap
}

TEST_CASE("reductions of constants that depend on their order are left") {
    CHECK_FALSE(has_no_reduction(reduction("f32", "1", "0", "3", "sum", "0")));
    CHECK_FALSE(has_no_reduction(reduction("f32", "nan", "0", "3", "maximum", "0")));
    CHECK_FALSE(has_no_reduction(reduction("f32", "-0", "0", "3", "maximum", "-inf")));
    CHECK_FALSE(has_no_reduction(reduction("f32", "1", "1", "5", "maximum", "-inf"))); // three numbers each
}

TEST_CASE("a zero point of rounded numbers that are no NaNs is added to integers") {
    CHECK(adds_integers(conversion("s32", kScaled, "-7", "-128", "127")));
    CHECK(adds_integers(conversion("s8", kScaled, "5", "0", "255", "u8")));
    CHECK(adds_integers(conversion("s32", kScaled, "9", "-300", "300", "s32")));
}

TEST_CASE("a zero point stays where it may meet a NaN or no whole number or bounds without it") {
    CHECK_FALSE(adds_integers(conversion("f32", "x = f32[40] abs(a)", "-7", "-128", "127")));
    CHECK_FALSE(adds_integers(conversion("s32", kScaled, "0.5", "-128", "127")));
    CHECK_FALSE(adds_integers(conversion("s32", kScaled, "-7", "-128.5", "127")));
    CHECK_FALSE(adds_integers(conversion("s32", kScaled, "200", "-128", "127")));
    CHECK_FALSE(adds_integers(conversion("s32", kScaled, "9", "-3e9", "3e9", "s32")));
    const std::string infinite = "f = f32[40] convert(a)\n k = f32[] constant(3e38)\n g = f32[40] broadcast(k), "
                                 "dimensions={}\n x = f32[40] multiply(f, g)";
    CHECK_FALSE(adds_integers(conversion("s32", infinite, "-7", "-128", "127")));
}

TEST_CASE("bounds behind narrower ones are dropped") {
    const Module lower_bound = with_bounds("r = f32[7] maximum(a, z)\n ROOT y = f32[7] maximum(r, l)");
    CHECK(count(lower_bound, Opcode::Maximum) == 1);
    const Module clamped = with_bounds("r = f32[7] maximum(a, z)\n ROOT y = f32[7] clamp(below, r, above)");
    CHECK(count(clamped, Opcode::Clamp) == 0);
    CHECK(count(clamped, Opcode::Minimum) == 1);
    const Module twice = with_bounds("r = f32[7] clamp(below, a, above)\n ROOT y = f32[7] clamp(below, r, above)");
    CHECK(count(twice, Opcode::Clamp) == 1);
    const Module upper = with_bounds("r = f32[7] minimum(a, z)\n ROOT y = f32[7] clamp(below, r, above)");
    CHECK(count(upper, Opcode::Clamp) == 0);
    CHECK(count(upper, Opcode::Maximum) == 1);
}

TEST_CASE("bounds that may be reached are kept") {
    CHECK(count(with_bounds("r = f32[7] maximum(a, l)\n ROOT y = f32[7] maximum(r, z)"), Opcode::Maximum) == 2);
    CHECK(count(with_bounds("r = f32[7] minimum(a, z)\n ROOT y = f32[7] clamp(above, r, below)"), Opcode::Clamp) == 1);
}

TEST_CASE("a bound of zero in front of a positive scale and a rounding stands behind the scale") {
    CHECK(rounded("0.3", "divide(r, c)") == Opcode::Maximum);
    CHECK(rounded("0.3", "multiply(r, c)") == Opcode::Maximum);
    CHECK(rounded("7", "multiply(c, r)") == Opcode::Maximum);
}

TEST_CASE("a bound of zero in front of any other scale stays") {
    CHECK(rounded("-0.3", "divide(r, c)") == Opcode::Divide);
    CHECK(rounded("inf", "multiply(r, c)") == Opcode::Multiply);
    CHECK(rounded("0.3", "divide(c, r)") == Opcode::Divide);
}
