// Loops: what is carried, what is shared, what is written in place, how often they run.
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

// ys[i] = x * w for i below 5: one element an iteration, x and w never change.
const char* const kFill = R"(
HloModule m
cond { p = (s32[], f32[5,3], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], f32[5,3], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  ys = f32[5,3] get-tuple-element(p), index=1
  x = f32[3] get-tuple-element(p), index=2
  w = f32[3] get-tuple-element(p), index=3
  y = f32[3] multiply(x, w)
  row = f32[1,3] reshape(y)
  zero = s32[] constant(0)
  more = f32[5,3] dynamic-update-slice(ys, row, i, zero)
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT r = (s32[], f32[5,3], f32[3], f32[3]) tuple(j, more, x, w) }
ENTRY e {
  ys = f32[5,3] parameter(0)
  x = f32[3] parameter(1)
  w = f32[3] parameter(2)
  zero = s32[] constant(0)
  t = (s32[], f32[5,3], f32[3], f32[3]) tuple(zero, ys, x, w)
  l = (s32[], f32[5,3], f32[3], f32[3]) while(t), condition=cond, body=body
  a = f32[5,3] get-tuple-element(l), index=1
  b = f32[3] get-tuple-element(l), index=2
  ROOT r = (f32[5,3], f32[3]) tuple(a, b)
})";

// The trip count of `for (i = START; i DIRECTION LIMIT; i = STEP)`, STEP being an instruction of `i` and `s`.
std::int64_t rounds(const std::string& type, const std::string& start, const std::string& direction, const std::string& limit,
                    const std::string& next, const std::string& step) {
    const std::string t = type + "[]", both = "(" + t + ", f32[2])";
    const Kernels kernels = fused("HloModule m\ncond { p = " + both + " parameter(0)\n i = " + t + " get-tuple-element(p), index=0\n n = " + t +
                                  " constant(" + limit + ")\n ROOT c = pred[] compare(" + direction + " }\nbody { p = " + both +
                                  " parameter(0)\n i = " + t + " get-tuple-element(p), index=0\n x = f32[2] get-tuple-element(p), index=1\n s = " +
                                  t + " constant(" + step + ")\n j = " + t + " " + next + "\n y = f32[2] add(x, x)\n ROOT r = " + both +
                                  " tuple(j, y) }\nENTRY e { x = f32[2] parameter(0)\n k = " + t + " constant(" + start + ")\n t = " + both +
                                  " tuple(k, x)\n l = " + both + " while(t), condition=cond, body=body\n ROOT y = f32[2] get-tuple-element(l), index=1 }\n");
    return only_while(kernels).trip_count;
}

const std::string kUp = "add(i, s)", kDown = "subtract(i, s)";
std::string i_compared(const std::string& direction) {
    return "i, n), direction=" + direction;
}

} // namespace

TEST_CASE("a dynamic-update-slice of a carried array is a kernel that writes only the slice") {
    const Kernels kernels = fused(kFill);
    const While& loop = only_while(kernels);
    const Kernel* update = nullptr;
    for (const Kernel* kernel : kernels_of(kernels, loop.body))
        if (kernel->outputs[0].updates.valid()) update = kernel;
    REQUIRE(update != nullptr);
    std::int64_t points = 1;
    for (const std::int64_t size : update->dims) points *= size;
    CHECK(points == 3);
    CHECK(count(*update, Opcode::Multiply) == 1); // what is written is computed inside it
    REQUIRE(loop.carried.size() == 2);
    CHECK(update->outputs[0].updates == loop.carried[1].value);
    CHECK(update->outputs[0].value == loop.carried[1].next);
    // Row i: the start is clamped so that the row fits.
    std::vector<std::int64_t> elements;
    for_all_points(update->dims, [&](const Point& point) {
        elements.push_back(value_at(update->space, update->outputs[0].index, point, [](ExprId) { return 9; }));
    });
    CHECK(elements == std::vector<std::int64_t>{12, 13, 14});
}

TEST_CASE("what a loop hands on unchanged is not carried: all share its initial value") {
    const Kernels kernels = fused(kFill);
    const While& loop = only_while(kernels);
    CHECK(loop.carried.size() == 2); // the counter and ys
    CHECK(loop.carried[1].initial == kernels.parameters[0]);
    REQUIRE(kernels.results.size() == 2);
    CHECK(kernels.results[0] == loop.carried[1].value);
    CHECK(kernels.results[1] == kernels.parameters[1]);
    CHECK(loop.trip_count == 5);
}

TEST_CASE("carried values that the body exchanges are each other's next") {
    const Kernels kernels = fused(R"(
HloModule m
cond { p = (s32[], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(5)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[3] get-tuple-element(p), index=1
  y = f32[3] get-tuple-element(p), index=2
  one = s32[] constant(1)
  j = s32[] add(i, one)
  ROOT r = (s32[], f32[3], f32[3]) tuple(j, y, x) }
ENTRY e {
  x = f32[3] parameter(0)
  y = f32[3] parameter(1)
  zero = s32[] constant(0)
  t = (s32[], f32[3], f32[3]) tuple(zero, x, y)
  l = (s32[], f32[3], f32[3]) while(t), condition=cond, body=body
  a = f32[3] get-tuple-element(l), index=1
  b = f32[3] get-tuple-element(l), index=2
  ROOT r = (f32[3], f32[3]) tuple(a, b)
})");
    const While& loop = only_while(kernels);
    REQUIRE(loop.carried.size() == 3);
    CHECK(loop.carried[1].next == loop.carried[2].value);
    CHECK(loop.carried[2].next == loop.carried[1].value);
}

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
    CHECK(rounds("s32", "0", i_compared("NE"), "8", kUp, "1") == -1);
    CHECK(rounds("s32", "1", i_compared("LT"), "100", "multiply(i, s)", "2") == -1);
    CHECK(rounds("s32", "1", i_compared("LT"), "100", "subtract(s, i)", "2") == -1);
    CHECK(rounds("f32", "0", i_compared("LT"), "8", kUp, "1") == -1);
}

TEST_CASE("no trip count where start or limit come from outside") {
    const auto loop = [](const std::string& start, const std::string& limit) {
        return only_while(fused(R"(
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
  t = (s32[], s32[]) tuple()" + start + ", " + limit + R"()
  l = (s32[], s32[]) while(t), condition=cond, body=body
  ROOT a = s32[] get-tuple-element(l), index=0
})")).trip_count;
    };
    CHECK(loop("x", "three") == -1);
    CHECK(loop("three", "x") == -1);
    CHECK(loop("three", "three") == 0);
}
