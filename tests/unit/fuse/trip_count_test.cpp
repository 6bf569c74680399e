// How often loops run, where that can be proven.
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// Of the only loop; one that never runs is no step.
std::int64_t trip_count_of(const Kernels& kernels) {
    const std::vector<StepNode>& steps = kernels[kernels.entries[0].region].steps;
    const bool any = std::any_of(steps.begin(), steps.end(),
                                 [](const StepNode& step) { return std::holds_alternative<While>(step); });
    return any ? only_while(kernels).trip_count : 0;
}

// The trip count of `for (i = START; i DIRECTION LIMIT; i = STEP)`, STEP being an instruction of `i` and `s`.
std::int64_t rounds(const std::string& type, const std::string& start, const std::string& direction,
                    const std::string& limit, const std::string& next, const std::string& step) {
    const std::string t = type + "[]", both = "(" + t + ", f32[2])";
    const Kernels kernels =
        fused("HloModule m\ncond { p = " + both + " parameter(0)\n i = " + t +
              " get-tuple-element(p), index=0\n n = " + t + " constant(" + limit + ")\n ROOT c = pred[] compare(" +
              direction + " }\nbody { p = " + both + " parameter(0)\n i = " + t +
              " get-tuple-element(p), index=0\n x = f32[2] get-tuple-element(p), index=1\n s = " + t + " constant(" +
              step + ")\n j = " + t + " " + next + "\n y = f32[2] add(x, x)\n ROOT r = " + both +
              " tuple(j, y) }\nENTRY e { x = f32[2] parameter(0)\n k = " + t + " constant(" + start +
              ")\n t = " + both + " tuple(k, x)\n l = " + both +
              " while(t), condition=cond, body=body\n ROOT y = f32[2] get-tuple-element(l), index=1 }\n");
    return trip_count_of(kernels);
}

const std::string kUp = "add(i, s)", kDown = "subtract(i, s)";
std::string i_compared(const std::string& direction) {
    return "i, n), direction=" + direction;
}

} // namespace

TEST_CASE("trip counts of loops that count up") {
    CHECK(rounds("s32", "0", i_compared("LT"), "8", kUp, "1") == 8);
    CHECK(rounds("s32", "0", i_compared("LE"), "8", kUp, "1") == 9);
    CHECK(rounds("s32", "-3", i_compared("LT"), "8", kUp, "4") == 3);
    CHECK(rounds("s32", "9", i_compared("LT"), "8", kUp, "1") == 0);
    CHECK(rounds("u8", "0", i_compared("LT"), "255", kUp, "1") == 255);
    CHECK(rounds("s64", "0", i_compared("LT"), "5000000000", kUp, "1000000000") == 5);
    CHECK(rounds("s32", "0", i_compared("LT"), "8", "add(s, i)", "1") == 8);
    CHECK(rounds("s32", "0", "n, i), direction=GT", "8", kUp, "1") == 8);
    CHECK(rounds("s32", "0", "n, i), direction=GE", "8", kUp, "1") == 9);
    CHECK(rounds("s32", "0", i_compared("LT"), "8", kDown, "-2") == 4);
}

TEST_CASE("trip counts of loops that count down") {
    CHECK(rounds("s32", "8", i_compared("GT"), "0", kDown, "1") == 8);
    CHECK(rounds("s32", "8", i_compared("GE"), "0", kUp, "-1") == 9);
    CHECK(rounds("s32", "8", i_compared("GT"), "1", kDown, "3") == 3);
    CHECK(rounds("u32", "8", i_compared("GT"), "0", kDown, "2") == 4);
    CHECK(rounds("u32", "8", i_compared("GT"), "3", kDown, "1") == 5);
    CHECK(rounds("s8", "0", i_compared("GT"), "-128", kDown, "1") == 128);
    CHECK(rounds("s32", "0", "n, i), direction=LT", "-8", kDown, "1") == 8);
}

TEST_CASE("trip counts of loops that end at one value") {
    CHECK(rounds("s32", "0", i_compared("NE"), "8", kUp, "1") == 8);
    CHECK(rounds("s32", "0", i_compared("NE"), "8", kUp, "4") == 2);
    CHECK(rounds("u8", "200", i_compared("NE"), "0", kDown, "50") == 4);
    CHECK(rounds("s32", "8", i_compared("NE"), "8", kUp, "1") == 0);
    CHECK(rounds("s32", "8", "n, i), direction=EQ", "8", kUp, "1") == 1);
    CHECK(rounds("s32", "7", i_compared("EQ"), "8", kUp, "1") == 0);
}

TEST_CASE("trip counts of u64 counters") {
    CHECK(rounds("u64", "1", i_compared("LT"), "9", kUp, "2") == 4);
    CHECK(rounds("u64", "9", i_compared("GT"), "1", kDown, "4") == 2);
    CHECK(rounds("u64", "9", i_compared("GT"), "0", kDown, "4") == -1); // 1, then 2^64 - 3
    CHECK(rounds("u64", "0", i_compared("LT"), "18446744073709551615", kUp, "1") == -1);
    CHECK(rounds("u64", "18446744073709551615", i_compared("GT"), "0", kDown, "1") == -1);
}

namespace {

// The trip count of a loop over (i, n, x) from 0 with a bound of 9, whose condition and body are these lines.
std::int64_t rounds_of(const std::string& condition, const std::string& next, const std::string& next_bound = "n",
                       const std::string& type = "s32[]", const std::string& bound = "9") {
    const std::string state = "(" + type + ", " + type + ", f32[2])";
    const std::string parts = "p = " + state + " parameter(0)\n i = " + type +
                              " get-tuple-element(p), index=0\n n = " + type +
                              " get-tuple-element(p), index=1\n x = f32[2] get-tuple-element(p), index=2\n";
    return trip_count_of(fused(
        "HloModule m\ncond { " + parts + condition + " }\nbody { " + parts + " one = " + type +
        " constant(1)\n nine = " + type + " constant(" + bound + ")\n " + next + "\n y = f32[2] add(x, x)\n ROOT r = " +
        state + " tuple(j, " + next_bound + ", y) }\nENTRY e { x = f32[2] parameter(0)\n z = " + type +
        " constant(0)\n n = " + type + " constant(" + bound + ")\n t = " + state + " tuple(z, n, x)\n l = " + state +
        " while(t), condition=cond, body=body\n" + " ROOT y = f32[2] get-tuple-element(l), index=2 }\n"));
}

} // namespace

TEST_CASE("trip counts where the bound is carried and never changes") {
    const std::string less = "ROOT c = pred[] compare(i, n), direction=LT", add = "j = s32[] add(i, one)";
    CHECK(rounds_of(less, add) == 9);
    CHECK(rounds_of(less, add, "nine") == 9); // made anew in each round
    CHECK(rounds_of(less, add, "one") == -1);
    CHECK(rounds_of(less, add, "i") == -1);
    CHECK(rounds_of("l = pred[] compare(i, n), direction=GE\n ROOT c = pred[] not(l)", add) == 9);
}

namespace {

// The most rounds of a loop over (i, x) from 0, with 500 as n and 9 as m, whose condition and next i, j, are these
// lines.
std::int64_t most_rounds(const std::string& condition, const std::string& next = "j = s32[] add(i, one)") {
    const std::string parts = "p = (s32[], f32[]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
                              " x = f32[] get-tuple-element(p), index=1\n n = s32[] constant(500)\n"
                              " m = s32[] constant(9)\n one = s32[] constant(1)\n small = f32[] constant(0.1)\n"
                              " more = pred[] compare(x, small), direction=GT\n"
                              " less = pred[] compare(i, n), direction=LT\n";
    const Kernels kernels = fused("HloModule m\ncond { " + parts + condition + " }\nbody { " + parts + next +
                                  "\n y = f32[] multiply(x, x)\n ROOT r = (s32[], f32[]) tuple(j, y) }\nENTRY e { "
                                  "x = f32[] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[]) tuple(z, x)\n"
                                  " l = (s32[], f32[]) while(t), condition=cond, body=body\n"
                                  " ROOT y = f32[] get-tuple-element(l), index=1 }\n");
    const While& loop = only_while(kernels);
    CHECK(loop.trip_count == -1);
    CHECK_FALSE(loop.stopped);
    return loop.max_trips;
}

} // namespace

TEST_CASE("a condition that is one of several bounds the rounds") {
    CHECK(most_rounds("ROOT c = pred[] and(less, more)") == 500);
    CHECK(most_rounds("ROOT c = pred[] and(more, less)") == 500);
    CHECK(most_rounds("d = pred[] compare(i, m), direction=LE\n e = pred[] and(d, more)\n "
                      "ROOT c = pred[] and(less, e)") == 10);
    CHECK(most_rounds("ROOT c = pred[] or(less, more)") == -1);
    CHECK(most_rounds("d = pred[] and(less, more)\n ROOT c = pred[] not(d)") == -1);
    CHECK(most_rounds("d = pred[] compare(i, n), direction=NE\n ROOT c = pred[] and(d, more)",
                      "three = s32[] constant(3)\n j = s32[] add(i, three)") == -1); // 498, 501
}

TEST_CASE("a counter takes one step on either way through the body") {
    const std::string both = "ROOT c = pred[] and(less, more)", a = "a = s32[] add(i, one)\n ";
    CHECK(most_rounds(both, a + "b = s32[] add(one, i)\n j = s32[] select(more, a, b)") == 500);
    CHECK(most_rounds(both, a + "b = s32[] add(i, m)\n j = s32[] select(more, a, b)") == -1);
    CHECK(most_rounds(both, a + "j = s32[] select(more, a, i)") == -1);
    CHECK(most_rounds(both, "j = s32[] multiply(i, m)") == -1);
}

TEST_CASE("trip counts of counters that are converted hold where no type wraps") {
    const std::string add = "j = s32[] add(i, one)", less = "ROOT c = pred[] compare(a, b), direction=LT";
    CHECK(rounds_of("a = s64[] convert(i)\n b = s64[] convert(n)\n " + less, add) == 9);
    CHECK(rounds_of("a = s8[] convert(i)\n b = s8[] constant(9)\n " + less, add) == 9);
    CHECK(rounds_of("a = s8[] convert(i)\n b = s8[] constant(9)\n " + less,
                    "a = s64[] convert(i)\n o = s64[] constant(4)\n s = s64[] add(a, o)\n j = s32[] convert(s)") == 3);
    CHECK(rounds_of("a = f32[] convert(i)\n b = f32[] constant(9)\n " + less, add) == -1);
    CHECK(rounds_of("a = s8[] convert(i)\n b = s8[] constant(127)\n " + less,
                    "two = s32[] constant(2)\n j = s32[] add(i, two)") == -1);
}

TEST_CASE("a condition of several parts has no trip count") {
    const std::string add = "j = s32[] add(i, one)",
                      two = "l = pred[] compare(i, n), direction=LT\n m = pred[] compare(n, i), direction=NE\n";
    CHECK(rounds_of(two + " ROOT c = pred[] and(l, m)", add) == -1);
    CHECK(rounds_of(two + " ROOT c = pred[] or(l, m)", add) == -1);
}

TEST_CASE("no trip count where the counter would wrap around first") {
    CHECK(rounds("u32", "10", i_compared("GT"), "0", kDown, "3") == -1); // 1, then 2^32 - 2
    CHECK(rounds("u32", "10", i_compared("GE"), "0", kDown, "1") == -1); // always
    CHECK(rounds("u8", "0", i_compared("LE"), "255", kUp, "1") == -1);
    CHECK(rounds("u8", "0", i_compared("LT"), "255", kUp, "2") == -1);
    CHECK(rounds("s8", "100", i_compared("LT"), "120", kUp, "30") == -1);
    CHECK(rounds("s8", "-100", i_compared("GT"), "-120", kDown, "30") == -1);
    CHECK(rounds("s32", "2147483640", i_compared("LE"), "2147483647", kUp, "1") == -1);
    CHECK(rounds("s64", "0", i_compared("LT"), "9223372036854775807", kUp, "2") == -1);
}

TEST_CASE("no trip count where the counter does not come to its limit by steps of one size") {
    CHECK(rounds("s32", "0", i_compared("LT"), "8", kDown, "1") == -1);
    CHECK(rounds("s32", "0", i_compared("LT"), "8", kUp, "0") == -1);
    CHECK(rounds("s32", "0", i_compared("NE"), "8", kUp, "3") == -1); // steps over it
    CHECK(rounds("s32", "0", i_compared("NE"), "8", kDown, "1") == -1);
    CHECK(rounds("s32", "8", i_compared("EQ"), "8", kUp, "0") == -1);
    CHECK(rounds("s32", "1", i_compared("LT"), "100", "multiply(i, s)", "2") == -1);
    CHECK(rounds("s32", "1", i_compared("LT"), "100", "subtract(s, i)", "2") == -1);
    CHECK(rounds("f32", "0", i_compared("LT"), "8", kUp, "1") == -1);
}

TEST_CASE("no trip count where start or limit come from outside") {
    const auto loop = [](const std::string& start, const std::string& limit) {
        return trip_count_of(fused(R"(
HloModule m
cond { p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT r = (s32[], s32[]) tuple(j, n) }
ENTRY e {
  x = s32[] parameter(0)
  three = s32[] constant(3)
  t = (s32[], s32[]) tuple()" + start +
                                   ", " + limit + R"()
  l = (s32[], s32[]) while(t), condition=cond, body=body
  ROOT a = s32[] get-tuple-element(l), index=0
})"));
    };
    CHECK(loop("x", "three") == -1);
    CHECK(loop("three", "x") == -1);
    CHECK(loop("three", "three") == 0);
}
