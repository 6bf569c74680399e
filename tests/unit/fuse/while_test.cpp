// Loops: what is carried, what is shared, what is written in place, what counts their rounds.
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

} // namespace

TEST_CASE("a dynamic-update-slice of a carried array is a kernel that writes only the slice") {
    const Kernels kernels = fused(kFill);
    const While& loop = only_while(kernels);
    const Call* call = nullptr;
    for (const Call* one : calls_of(kernels, loop.body))
        if (kernels[one->kernel].outputs[0].updates.valid()) call = one;
    REQUIRE(call != nullptr);
    const Kernel* update = &kernels[call->kernel];
    std::int64_t points = 1;
    for (const std::int64_t size : update->dims) points *= size;
    CHECK(points == 3);
    CHECK(count(*update, Opcode::Multiply) == 1); // what is written is computed inside it
    REQUIRE(loop.carried.size() == 1);
    CHECK((*call)[update->outputs[0].updates] == loop.carried[0].value);
    CHECK((*call)[update->outputs[0].argument] == loop.carried[0].next);
    const auto variable = std::ranges::find(call->values, loop.variable) - call->values.begin();
    CHECK(update->space.print(update->outputs[0].index) == "a" + std::to_string(variable) + ", d1"); // row i
}

TEST_CASE("an array that a loop carries is called like the argument that it starts as, else like the loop") {
    const Kernels kernels = fused(kFill);
    CHECK(kernels[only_while(kernels).carried[0].value].name == "ys");
    std::string computed = kFill;
    computed.replace(computed.find("tuple(zero, ys"), 14, "tuple(zero, gs");
    computed.replace(computed.find("  t = (s32"), 0, "  gs = f32[5,3] add(ys, ys)\n");
    const Kernels others = fused(computed);
    CHECK(others[only_while(others).carried[0].value].name == "l");
}

TEST_CASE("what a loop hands on unchanged is not carried: all share its initial value") {
    const Kernels kernels = fused(kFill);
    const While& loop = only_while(kernels);
    REQUIRE(loop.carried.size() == 1); // ys
    CHECK(loop.carried[0].leaf == 1);
    CHECK(loop.carried[0].initial == kernels.entries[0].parameters[0]);
    REQUIRE(kernels.entries[0].results.size() == 2);
    CHECK(kernels.entries[0].results[0] == loop.carried[0].value);
    CHECK(kernels.entries[0].results[1] == kernels.entries[0].parameters[1]);
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
    REQUIRE(loop.carried.size() == 2);
    CHECK(loop.carried[0].next == loop.carried[1].value);
    CHECK(loop.carried[1].next == loop.carried[0].value);
}

namespace {

// A loop over (i, n, x) from FIRST to n, an argument; of i and n is one of the type, the condition and the next i.
While to_argument(const std::string& type = "s32[]", const std::string& next = "add(i, one)",
                  const std::string& direction = "LT", const std::string& first = "0",
                  const std::string& next_limit = "n", bool read_behind = false) {
    const std::string state = "(" + type + ", " + type + ", f32[2])";
    const std::string parts = "p = " + state + " parameter(0)\n i = " + type +
                              " get-tuple-element(p), index=0\n n = " + type + " get-tuple-element(p), index=1\n";
    return only_while(fused("HloModule m\ncond { " + parts + " ROOT c = pred[] compare(i, n), direction=" + direction +
                            " }\nbody { " + parts + " x = f32[2] get-tuple-element(p), index=2\n one = " + type +
                            " constant(1)\n two = " + type + " constant(2)\n j = " + type + " " + next +
                            "\n y = f32[2] add(x, x)\n ROOT r = " + state + " tuple(j, " + next_limit +
                            ", y) }\nENTRY e { x = f32[2] parameter(0)\n n = " + type + " parameter(1)\n z = " + type +
                            " constant(" + first + ")\n t = " + state + " tuple(z, n, x)\n l = " + state +
                            " while(t), condition=cond, body=body\n ROOT y = " + (read_behind ? type : "f32[2]") +
                            " get-tuple-element(l), index=" + (read_behind ? "0" : "2") + " }\n"));
}

} // namespace

TEST_CASE("a loop counts to an argument without carrying its counter") {
    for (const char* first : {"0", "-3", "2147483646", "-2147483648"}) {
        const While loop = to_argument("s32[]", "add(i, one)", "LT", first);
        CHECK(loop.trip_count == -1);
        CHECK(loop.limit.valid());
        CHECK(loop.carried.size() == 1);
        CHECK_FALSE(loop.predicate.valid());
        CHECK(std::to_string(loop.first) == first);
    }
}

TEST_CASE("a loop from a number made of another loop's counter to a number knows what its counter can be") {
    const Kernels kernels =
        fused("HloModule m\n"
              "inner_c { p = (s32[], f32[9]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
              " n = s32[] constant(9)\n ROOT c = pred[] compare(i, n), direction=LT }\n"
              "inner_b { p = (s32[], f32[9]) parameter(0)\n i = s32[] get-tuple-element(p), index=0\n"
              " x = f32[9] get-tuple-element(p), index=1\n one = s32[] constant(1)\n j = s32[] add(i, one)\n"
              " e = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}\n f = f32[1] negate(e)\n"
              " y = f32[9] dynamic-update-slice(x, f, i)\n ROOT r = (s32[], f32[9]) tuple(j, y) }\n"
              "outer_c { p = (s32[], f32[9]) parameter(0)\n k = s32[] get-tuple-element(p), index=0\n"
              " n = s32[] constant(6)\n ROOT c = pred[] compare(k, n), direction=LT }\n"
              "outer_b { p = (s32[], f32[9]) parameter(0)\n k = s32[] get-tuple-element(p), index=0\n"
              " x = f32[9] get-tuple-element(p), index=1\n one = s32[] constant(1)\n j = s32[] add(k, one)\n"
              " t = (s32[], f32[9]) tuple(j, x)\n l = (s32[], f32[9]) while(t), condition=inner_c, body=inner_b\n"
              " y = f32[9] get-tuple-element(l), index=1\n ROOT r = (s32[], f32[9]) tuple(j, y) }\n"
              "ENTRY e { x = f32[9] parameter(0)\n z = s32[] constant(0)\n t = (s32[], f32[9]) tuple(z, x)\n"
              " l = (s32[], f32[9]) while(t), condition=outer_c, body=outer_b\n"
              " ROOT y = f32[9] get-tuple-element(l), index=1 }\n");
    const While& inner = only_while(kernels, only_while(kernels).body);
    REQUIRE(inner.start.valid());
    CHECK_FALSE(inner.limit.valid());
    CHECK(kernels[inner.start].kind == ValueKind::Counter);
    CHECK(kernels[inner.variable].counts.range == Range{1, 9});
    for (const Kernel& kernel : kernels.kernels)
        for (const Term& term : kernel.space.terms()) CHECK(term.kind != TermKind::Dynamic); // nothing is clamped
}

TEST_CASE("a counter that may wrap, whose limit changes, or that is read behind the loop is carried") {
    const auto is_carried = [](const While& loop) { return !loop.limit.valid() && loop.predicate.valid(); };
    CHECK(is_carried(to_argument("s32[]", "add(i, two)")));
    CHECK(is_carried(to_argument("s32[]", "add(i, one)", "LE")));
    CHECK(is_carried(to_argument("s32[]", "add(i, one)", "NE")));
    CHECK(is_carried(to_argument("s32[]", "subtract(i, one)", "GT")));
    CHECK(is_carried(to_argument("s32[]", "add(i, one)", "LT", "0", "two")));
    CHECK(is_carried(to_argument("s64[]")));
    CHECK(is_carried(to_argument("u8[]")));
    CHECK(is_carried(to_argument("s32[]", "add(i, one)", "LT", "0", "n", true)));
}

namespace {

// A loop over (s32 i, j, x) with x = x + f(i, j): `lines` make y from i and j, and next_j.
Kernels counting(const std::string& first, const std::string& limit, const std::string& step,
                 const std::string& lines) {
    const std::string state = "(s32[], s32[], f32[4])";
    const std::string parts =
        "p = " + state + " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n j = s32[] get-tuple-element(p), " +
        "index=1\n x = f32[4] get-tuple-element(p), index=2\n";
    return fused("HloModule m\ncond { " + parts + "n = s32[] constant(" + limit +
                 ")\n ROOT c = pred[] compare(i, n), direction=" + (step[0] == '-' ? "GT" : "LT") + " }\nbody { " +
                 parts + "s = s32[] constant(" + step + ")\n next_i = s32[] add(i, s)\n " + lines + "\n ROOT r = " +
                 state + " tuple(next_i, next_j, y) }\nENTRY e { x = f32[4] parameter(0)\n a = s32[] constant(" +
                 first + ")\n b = s32[] constant(100)\n t = " + state + " tuple(a, b, x)\n l = " + state +
                 " while(t), condition=cond, body=body\n i = s32[] get-tuple-element(l), index=0\n j = s32[] "
                 "get-tuple-element(l), index=1\n" +
                 " y = f32[4] get-tuple-element(l), index=2\n ROOT r = " + state + " tuple(i, j, y) }\n");
}

std::int64_t number_of(const Value& value) {
    REQUIRE(value.kind == ValueKind::Constant);
    REQUIRE(value.literal->bytes.size() == 4);
    std::int64_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number * 256 + std::to_integer<int>(value.literal->bytes[i]);
    return static_cast<std::int32_t>(number);
}

} // namespace

TEST_CASE("all that counts the rounds follows the loop's variable, and is a number afterwards") {
    const Kernels kernels =
        counting("3", "20", "4",
                 "two = s32[] constant(8)\n next_j = s32[] subtract(j, two)\n f = f32[] convert(j)\n "
                 "b = f32[4] broadcast(f), dimensions={}\n y = f32[4] add(x, b)");
    const While& loop = only_while(kernels);
    CHECK(loop.trip_count == 5);
    CHECK(loop.first == 3);
    CHECK(loop.step == 4);
    CHECK_FALSE(loop.predicate.valid());
    CHECK(kernels[loop.condition].steps.empty());
    REQUIRE(loop.carried.size() == 1);
    CHECK(loop.carried[0].leaf == 2);
    REQUIRE(calls_of(kernels, loop.body).size() == 1); // neither counter is made
    CHECK(number_of(kernels[kernels.entries[0].results[0]]) == 23);
    CHECK(number_of(kernels[kernels.entries[0].results[1]]) == 60);
    // j = 100 - 8 * (i - 3) / 4
    std::string index;
    const Call& call = *calls_of(kernels, loop.body)[0];
    const Kernel& kernel = kernels[call.kernel];
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i)
        if (kernel.exprs[ExprId(i)].kind == ExprKind::IndexValue)
            index = kernel.space.print(kernel.exprs[ExprId(i)].index);
    const auto variable = std::ranges::find(call.values, loop.variable) - call.values.begin();
    CHECK(index == "-2*a" + std::to_string(variable) + " + 106");
}

TEST_CASE("a counter whose steps are no multiple of the variable's is carried") {
    const Kernels kernels =
        counting("0", "20", "2", "one = s32[] constant(1)\n next_j = s32[] add(j, one)\n y = f32[4] add(x, x)");
    CHECK(only_while(kernels).carried.size() == 2);
}

TEST_CASE("a counter handed on in another place is carried there") {
    const Kernels kernels = counting("0", "20", "2", "next_j = s32[] copy(i)\n y = f32[4] add(x, x)");
    const While& loop = only_while(kernels);
    REQUIRE(loop.carried.size() == 2);
    CHECK(loop.carried[0].leaf == 1);
    CHECK(kernels[loop.carried[0].next].kind == ValueKind::Counter);
}

TEST_CASE("a loop of one round has numbers for counters") {
    const Kernels kernels = counting("7", "8", "1",
                                     "next_j = s32[] add(j, s)\n f = f32[] convert(i)\n b = f32[4] broadcast(f), "
                                     "dimensions={}\n y = f32[4] add(x, b)");
    const While& loop = only_while(kernels);
    CHECK(loop.trip_count == 1);
    CHECK(loop.carried.size() == 1);
    const Kernel& kernel = kernels[calls_of(kernels, loop.body).at(0)->kernel];
    for (std::size_t i = 0; i < kernel.exprs.size(); ++i) CHECK(kernel.exprs[ExprId(i)].kind != ExprKind::IndexValue);
}

TEST_CASE("what the counter's range decides is not computed") {
    // The wrapped index of a JAX loop: select(i < 0, i + 20, i), clamped by the dynamic-slice.
    const Kernels kernels = counting(
        "0", "4", "1",
        "z = s32[] constant(0)\n w = s32[] constant(4)\n l = pred[] compare(i, z), direction=LT\n "
        "m = s32[] add(i, w)\n k = s32[] select(l, m, i)\n e = f32[1] dynamic-slice(x, k), dynamic_slice_sizes={1}\n "
        "q = f32[] reshape(e)\n b = f32[4] broadcast(q), dimensions={}\n next_j = s32[] add(j, s)\n y = f32[4] add(x, "
        "b)");
    const While& loop = only_while(kernels);
    bool found = false;
    for (const Call* call : calls_of(kernels, loop.body)) {
        const Kernel* kernel = &kernels[call->kernel];
        CHECK(count(*kernel, Opcode::Select) == 0);
        CHECK(count(*kernel, Opcode::Compare) == 0);
        for (std::size_t i = 0; i < kernel->space.term_count(); ++i) {
            CHECK(kernel->space[TermId(i)].kind != TermKind::Dynamic);
            found = found || kernel->space[TermId(i)].kind == TermKind::Variable;
        }
    }
    CHECK(found);
}
