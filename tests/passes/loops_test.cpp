// What loops carry: constants, unused values, nested loops.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// A while of three rounds over (i, x, w, unused, n): x = x * w; w and the bound n are constants outside.
const char* const kScan = R"(
HloModule m
cond { p = (s32[], f32[3], f32[3], f32[4], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  n = s32[] get-tuple-element(p), index=4
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], f32[3], f32[3], f32[4], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = f32[3] get-tuple-element(p), index=1
  w = f32[3] get-tuple-element(p), index=2
  u = f32[4] get-tuple-element(p), index=3
  n = s32[] get-tuple-element(p), index=4
  one = s32[] constant(1)
  j = s32[] add(i, one)
  y = f32[3] multiply(x, w)
  v = f32[4] negate(u)
  ROOT r = (s32[], f32[3], f32[3], f32[4], s32[]) tuple(j, y, w, v, n) }
ENTRY e {
  x = f32[3] parameter(0)
  u = f32[4] parameter(1)
  zero = s32[] constant(0)
  three = s32[] constant(3)
  w = f32[3] constant({1, 2, 3})
  t = (s32[], f32[3], f32[3], f32[4], s32[]) tuple(zero, x, w, u, three)
  l = (s32[], f32[3], f32[3], f32[4], s32[]) while(t), condition=cond, body=body
  y = f32[3] get-tuple-element(l), index=1
  v = f32[3] get-tuple-element(l), index=2
  ROOT r = (f32[3], f32[3]) tuple(y, v)
})";

} // namespace

TEST_CASE("constants that a loop hands on move into it, unused values go") {
    const Module module = lowered(kScan);
    const Instruction& loop = only_while(module);
    CHECK(loop.operands.size() == 2); // i and x
    CHECK(module[loop.called[0]].parameters.size() == 2);
    CHECK(result(module, 1).opcode == Opcode::Constant);
    for (const Instruction& instruction : module[loop.called[1]].instructions) {
        if (instruction.opcode != Opcode::Constant || instruction.shape.is_scalar()) continue;
        CHECK(instruction.literal == result(module, 1).literal); // one array, not two
    }
}

TEST_CASE("a loop that nobody reads goes") {
    const Module module = lowered(R"(
HloModule m
cond { p = s32[] parameter(0)  n = s32[] constant(10)  ROOT c = pred[] compare(p, n), direction=LT }
body { p = s32[] parameter(0)  n = s32[] constant(3)  ROOT c = s32[] add(p, n) }
ENTRY e { p = s32[] parameter(0)  w = s32[] while(p), condition=cond, body=body  ROOT n = s32[] negate(p) })");
    CHECK(module.computations.size() == 1);
}

TEST_CASE("an invariant parameter stays carried, what reads it outside reads the parameter") {
    const Module module = lowered(R"(
HloModule m
cond { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] get-tuple-element(p), index=1
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)  j = s32[] add(i, one)  ROOT r = (s32[], s32[]) tuple(j, n) }
ENTRY e { n = s32[] parameter(0)  zero = s32[] constant(0)  t = (s32[], s32[]) tuple(zero, n)
  ROOT w = (s32[], s32[]) while(t), condition=cond, body=body })");
    CHECK(only_while(module).operands.size() == 2);
    CHECK(result(module, 1).opcode == Opcode::Parameter);
}

TEST_CASE("a constant reaches an inner loop through the outer one") {
    const Module module = lowered(R"(
HloModule m
icond { p = (s32[], f32[3], f32[3]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] constant(2)
  ROOT c = pred[] compare(i, n), direction=LT }
ibody { p = (s32[], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0  x = f32[3] get-tuple-element(p), index=1  w = f32[3] get-tuple-element(p), index=2
  one = s32[] constant(1)  j = s32[] add(i, one)  y = f32[3] add(x, w)
  ROOT r = (s32[], f32[3], f32[3]) tuple(j, y, w) }
ocond { p = (s32[], f32[3], f32[3]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] constant(2)
  ROOT c = pred[] compare(i, n), direction=LT }
obody { p = (s32[], f32[3], f32[3]) parameter(0)
  i = s32[] get-tuple-element(p), index=0  x = f32[3] get-tuple-element(p), index=1  w = f32[3] get-tuple-element(p), index=2
  zero = s32[] constant(0)  t = (s32[], f32[3], f32[3]) tuple(zero, x, w)
  l = (s32[], f32[3], f32[3]) while(t), condition=icond, body=ibody
  y = f32[3] get-tuple-element(l), index=1  v = f32[3] get-tuple-element(l), index=2
  one = s32[] constant(1)  j = s32[] add(i, one)
  ROOT r = (s32[], f32[3], f32[3]) tuple(j, y, v) }
ENTRY e { x = f32[3] parameter(0)  w = f32[3] constant({1, 2, 3})  zero = s32[] constant(0)
  t = (s32[], f32[3], f32[3]) tuple(zero, x, w)
  l = (s32[], f32[3], f32[3]) while(t), condition=ocond, body=obody
  ROOT y = f32[3] get-tuple-element(l), index=1 })");
    CHECK(only_while(module).operands.size() == 2);
    CHECK(count_in_entry(module, Opcode::Constant) == 1); // the counter's 0: w is in the inner body alone
    CHECK(count(module, Opcode::While) == 2);
}

namespace {

// A while of three rounds over (i, x, w) with x = x + f(w): `lines` make y from w, an f32[8,8] that never changes.
std::string with_invariant(const std::string& lines, const std::string& w = "f32[8,8] parameter(1)") {
    const std::string state = "(s32[], f32[8,8], f32[8,8])";
    const std::string parts =
        "p = " + state +
        " parameter(0)\n i = s32[] get-tuple-element(p), index=0\n x = f32[8,8] get-tuple-element(p), " +
        "index=1\n w = f32[8,8] get-tuple-element(p), index=2\n";
    return "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\ncond { " +
           parts + "n = s32[] constant(3)\n ROOT c = pred[] compare(i, n), direction=LT }\nbody { " + parts +
           "one = s32[] constant(1)\n j = s32[] add(i, one)\n" + " zero = f32[] constant(0)\n" + lines +
           "\n z = f32[8,8] add(x, y)\n ROOT r = " + state +
           " tuple(j, z, w) }\nENTRY e { x = f32[8,8] parameter(0)\n w = " + w +
           "\n zero = s32[] constant(0)\n t = " + state + " tuple(zero, x, w)\n l = " + state +
           " while(t), condition=cond, body=body\n ROOT y = f32[8,8] get-tuple-element(l), index=1 }\n";
}

} // namespace

TEST_CASE("a product of what a loop never changes is made in front of it") {
    const Module module =
        lowered(with_invariant("y = f32[8,8] dot(w, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
    CHECK(count_in_entry(module, Opcode::Dot) == 1);
    CHECK(count(module, Opcode::Dot) == 1);
    CHECK(only_while(module).operands.size() == 3); // i, x and the product
}

TEST_CASE("of work in front of a loop the small result is kept, its broadcast stays inside") {
    const Module module = lowered(
        with_invariant("e = f32[8,8] exponential(w)\n s = f32[] reduce(e, zero), dimensions={0,1}, to_apply=add\n"
                       " h = f32[] negate(s)\n y = f32[8,8] broadcast(h), dimensions={}"));
    CHECK(count_in_entry(module, Opcode::Reduce) == 1);
    CHECK(count_in_entry(module, Opcode::Exponential) == 1);
    CHECK(count_in_entry(module, Opcode::Negate) == 1);
    CHECK(count_in_entry(module, Opcode::Broadcast) == 0);
    CHECK(count(module, Opcode::Broadcast) == 1);
    CHECK(only_while(module).shape.tuple.back().is_scalar());
}

TEST_CASE("cheap work on what a loop never changes stays in it") {
    const Module module = lowered(with_invariant("y = f32[8,8] multiply(w, w)"));
    CHECK(count_in_entry(module, Opcode::Multiply) == 0);
    CHECK(count(module, Opcode::Multiply) == 1);
}

TEST_CASE("work that leads to an array much larger than a loop's state stays in it") {
    const Module module =
        lowered(with_invariant("b = f32[64,8,8] broadcast(w), dimensions={1,2}\n e = f32[64,8,8] exponential(b)\n y = "
                               "f32[8,8] reduce(e, zero), dimensions={0}, to_apply=add"));
    CHECK(count_in_entry(module, Opcode::Reduce) == 1); // small again
    const Module large = lowered(with_invariant(
        "b = f32[64,8,8] broadcast(w), dimensions={1,2}\n e = f32[64,8,8] exponential(b)\n k = s32[] constant(0)\n"
        " d = f32[1,8,8] dynamic-slice(e, i, k, k), dynamic_slice_sizes={1,8,8}\n y = f32[8,8] reshape(d)"));
    CHECK(count_in_entry(large, Opcode::Exponential) == 0);
}

TEST_CASE("work on constants alone goes out of nested loops") {
    const Module module = lowered(R"(
HloModule m
add { a = s32[] parameter(0)  b = s32[] parameter(1)  ROOT s = s32[] add(a, b) }
icond { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] constant(2)  ROOT c = pred[] compare(i, n), direction=LT }
ibody { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  x = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)  j = s32[] add(i, one)  zero = s32[] constant(0)
  k = s32[1000] iota(), iota_dimension=0  q = s32[1000] multiply(k, k)  s = s32[] reduce(q, zero), dimensions={0}, to_apply=add
  y = s32[] add(x, s)  ROOT r = (s32[], s32[]) tuple(j, y) }
ocond { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  n = s32[] constant(2)  ROOT c = pred[] compare(i, n), direction=LT }
obody { p = (s32[], s32[]) parameter(0)  i = s32[] get-tuple-element(p), index=0  x = s32[] get-tuple-element(p), index=1
  zero = s32[] constant(0)  t = (s32[], s32[]) tuple(zero, x)  l = (s32[], s32[]) while(t), condition=icond, body=ibody
  y = s32[] get-tuple-element(l), index=1  one = s32[] constant(1)  j = s32[] add(i, one)  ROOT r = (s32[], s32[]) tuple(j, y) }
ENTRY e { x = s32[] parameter(0)  zero = s32[] constant(0)  t = (s32[], s32[]) tuple(zero, x)
  l = (s32[], s32[]) while(t), condition=ocond, body=obody  ROOT y = s32[] get-tuple-element(l), index=1 })");
    CHECK(count_in_entry(module, Opcode::Reduce) == 1);
    CHECK(count(module, Opcode::Reduce) == 1);
}

namespace {

// Rounds of x = (x << amounts[0]) ^ y, y = y + amounts[1], where the amounts change their places; `type` is that of x
// and y, which start at a parameter and at `y`.
std::string rounds_of_arrays(const std::string& rounds, const std::string& type, const std::string& mix) {
    const std::string state = "(s32[], " + type + "[5], " + type + "[5], " + type + "[2], " + type + "[2])";
    return "HloModule m\ncond { p = " + state +
           " parameter(0)  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(" + rounds +
           ")  ROOT c = pred[] compare(i, n), direction=LT }\nbody { p = " + state +
           " parameter(0)  i = s32[] get-tuple-element(p), index=0\n  x = " + type +
           "[5] get-tuple-element(p), index=1  y = " + type + "[5] get-tuple-element(p), index=2\n  a = " + type +
           "[2] get-tuple-element(p), index=3  b = " + type + "[2] get-tuple-element(p), index=4\n  first = " + type +
           "[1] slice(a), slice={[0:1]}  amount = " + type + "[] reshape(first)  amounts = " + type +
           "[5] broadcast(amount), dimensions={}\n  z = " + type + "[5] " + mix + "(x, amounts)  w = " + type +
           "[5] add(y, amounts)\n  v = " + type +
           "[5] multiply(z, w)  one = s32[] constant(1)  j = s32[] add(i, one)\n" + "  ROOT r = " + state +
           " tuple(j, v, w, b, a) }\nENTRY e {\n  x = " + type + "[5] parameter(0)\n  y = " + type +
           "[5] constant({3, 1, 4, 1, 5})\n  a = " + type + "[2] constant({3, 1})  b = " + type +
           "[2] constant({2, 5})\n  zero = s32[] constant(0)\n  t = " + state +
           " tuple(zero, x, y, a, b)\n  l = " + state + " while(t), condition=cond, body=body\n  ROOT r = " + type +
           "[5] get-tuple-element(l), index=1\n}";
}

} // namespace

TEST_CASE("a few rounds of work on arrays of integers are written one after the other") {
    const Module module = lowered(rounds_of_arrays("5", "u32", "shift-left"));
    CHECK(count(module, Opcode::While) == 0);
    CHECK(count(module, Opcode::Multiply) == 5);
    CHECK(count(module, Opcode::Slice) == 0); // what a round shifts by is a number
}

TEST_CASE("many rounds and those of floats stay a loop") {
    CHECK(count(lowered(rounds_of_arrays("33", "u32", "shift-left")), Opcode::While) == 1);
    CHECK(count(lowered(rounds_of_arrays("5", "f32", "subtract")), Opcode::While) == 1);
}

TEST_CASE("a search in an array that no round changes is written out") {
    const auto search = [](const std::string& next) {
        return R"(
HloModule m
cond { p = (s32[], s32[6,1], s32[8]) parameter(0)  i = s32[] get-tuple-element(p), index=0
  n = s32[] constant(3)  ROOT c = pred[] compare(i, n), direction=LT }
body { p = (s32[], s32[6,1], s32[8]) parameter(0)  i = s32[] get-tuple-element(p), index=0
  at = s32[6,1] get-tuple-element(p), index=1  table = s32[8] get-tuple-element(p), index=2
  found = s32[6] gather(table, at), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}
  places = s32[6,1] reshape(found)  next = s32[6,1] add(places, at)  other = s32[8] negate(table)
  one = s32[] constant(1)  j = s32[] add(i, one)
  ROOT r = (s32[], s32[6,1], s32[8]) tuple(j, next, )" +
               next + R"() }
ENTRY e {
  at = s32[6,1] parameter(0)  table = s32[8] parameter(1)  zero = s32[] constant(0)
  t = (s32[], s32[6,1], s32[8]) tuple(zero, at, table)
  l = (s32[], s32[6,1], s32[8]) while(t), condition=cond, body=body
  ROOT r = s32[6,1] get-tuple-element(l), index=1
})";
    };
    CHECK(count(lowered(search("table")), Opcode::While) == 0);
    CHECK(count(lowered(search("other")), Opcode::While) == 1);
}
