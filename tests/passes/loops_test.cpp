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
