// The form that lower.h promises: calls, tuples and layouts.
#include <catch2/catch.hpp>

#include "lower/lower.h"
#include "lowering.h"
#include "read/reader.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

TEST_CASE("a computation called twice is inlined twice") {
    const Module module = lowered(R"(
HloModule m
square { x = f32[3] parameter(0)  ROOT y = f32[3] multiply(x, x) }
twice { x = f32[3] parameter(0)  a = f32[3] call(x), to_apply=square  ROOT b = f32[3] call(a), to_apply=square }
ENTRY e {
  p = f32[3] parameter(0)
  a = f32[3] call(p), to_apply=twice
  b = f32[3] call(a), to_apply=square
  ROOT r = f32[3] add(a, b)
})");
    CHECK(module.computations.size() == 1);
    CHECK(count(module, Opcode::Call) == 0);
    CHECK(count(module, Opcode::Multiply) == 3);
    CHECK(result(module).origins == std::vector<std::string>{"r"});
    CHECK(operand(module, result(module), 1).origins == std::vector<std::string>{"y"});
}

TEST_CASE("a reduction of single elements is its combiner") {
    const Module module = lowered(R"(
HloModule m
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }
both { a = pred[] parameter(0)  b = pred[] parameter(1)  ROOT s = pred[] and(a, b) }
odd { a = f32[] parameter(0)  b = f32[] parameter(1)  c = f32[] negate(b)  ROOT s = f32[] add(a, c) }
ENTRY e {
  x = f32[4,1,1] parameter(0)
  flags = pred[4,1] parameter(1)
  start = f32[] parameter(2)
  yes = pred[] constant(true)
  sums = f32[4] reduce(x, start), dimensions={1,2}, to_apply=add
  all = pred[4] reduce(flags, yes), dimensions={1}, to_apply=both
  long = f32[1,1] reduce(x, start), dimensions={0}, to_apply=add
  strange = f32[4,1] reduce(x, start), dimensions={2}, to_apply=odd
  ROOT r = (f32[4], pred[4], f32[1,1], f32[4,1]) tuple(sums, all, long, strange)
})");
    CHECK(result(module, 0).opcode == Opcode::Add);
    CHECK(result(module, 1).opcode == Opcode::Reshape); // `true and` is gone
    CHECK(result(module, 2).opcode == Opcode::Reduce);
    CHECK(result(module, 3).opcode == Opcode::Reduce);
}

TEST_CASE("calls that stand for too many instructions are refused") {
    std::string text = "HloModule m\nc0 { x = f32[] parameter(0)  ROOT y = f32[] negate(x) }\n";
    for (int i = 1; i < 60; ++i) {
        const std::string callee = "to_apply=c" + std::to_string(i - 1);
        text += "c" + std::to_string(i) + " { x = f32[] parameter(0)  a = f32[] call(x), " + callee +
                "  ROOT b = f32[] call(a), " + callee + " }\n";
    }
    text += "ENTRY e { p = f32[] parameter(0)  ROOT r = f32[] call(p), to_apply=c59 }";
    CHECK_THROWS_AS(lower(read_module_bytes(text)), InputError);
}

TEST_CASE("calls may nest deeply") {
    constexpr int kDepth = 5000;
    std::string text = "HloModule m\nc0 { x = f32[] parameter(0)  ROOT y = f32[] negate(x) }\n";
    for (int i = 1; i < kDepth; ++i)
        text += "c" + std::to_string(i) + " { x = f32[] parameter(0)  a = f32[] call(x), to_apply=c" +
                std::to_string(i - 1) + "  ROOT b = f32[] sine(a) }\n";
    text += "ENTRY e { p = f32[] parameter(0)  ROOT r = f32[] call(p), to_apply=c" + std::to_string(kDepth - 1) + " }";
    const Module module = lower(read_module_bytes(text));
    CHECK(count(module, Opcode::Sine) == kDepth - 1);
}

TEST_CASE("nested tuples become leaves, depth first") {
    const Module module = lowered(R"(
HloModule m
ENTRY e {
  p = (f32[2], (s32[3], ()), f32[]) parameter(0)
  q = f32[2] parameter(1)
  a = f32[2] get-tuple-element(p), index=0
  b = (s32[3], ()) get-tuple-element(p), index=1
  c = s32[3] get-tuple-element(b), index=0
  s = f32[2] add(a, q)
  t = ((s32[3], ()), f32[2]) tuple(b, s)
  u = ((s32[3], ()), f32[2]) copy(t)
  v = f32[2] get-tuple-element(u), index=1
  ROOT r = (f32[2], ((s32[3], ()), f32[2]), s32[3]) tuple(v, u, c)
})");
    const Computation& entry = module.entry_computation();
    REQUIRE(entry.parameters.size() == 4);
    CHECK(entry[entry.parameters[1]].shape.dims == std::vector<std::int64_t>{3});
    CHECK(entry[entry.parameters[2]].shape.is_scalar());
    CHECK(entry[entry.root].operands.size() == 4);
    CHECK(count(module, Opcode::GetTupleElement) == 0);
    CHECK(entry[entry.root].operands[0] == entry[entry.root].operands[2]);
}

TEST_CASE("a single array result becomes a tuple of one") {
    const Module module = lowered("HloModule m\nENTRY e { ROOT p = f32[2] parameter(0) }");
    CHECK(result(module).opcode == Opcode::Parameter);
}

TEST_CASE("the state of a while becomes one operand a leaf") {
    const Module module = lowered(R"(
HloModule m
cond { p = ((s32[], f32[2]), f32[2]) parameter(0)
  a = (s32[], f32[2]) get-tuple-element(p), index=0
  i = s32[] get-tuple-element(a), index=0
  n = s32[] constant(3)
  ROOT c = pred[] compare(i, n), direction=LT }
body { p = ((s32[], f32[2]), f32[2]) parameter(0)
  a = (s32[], f32[2]) get-tuple-element(p), index=0
  i = s32[] get-tuple-element(a), index=0
  x = f32[2] get-tuple-element(a), index=1
  y = f32[2] get-tuple-element(p), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  z = f32[2] add(x, y)
  b = (s32[], f32[2]) tuple(j, z)
  ROOT r = ((s32[], f32[2]), f32[2]) tuple(b, x) }
ENTRY e {
  x = f32[2] parameter(0)
  zero = s32[] constant(0)
  a = (s32[], f32[2]) tuple(zero, x)
  t = ((s32[], f32[2]), f32[2]) tuple(a, x)
  w1 = ((s32[], f32[2]), f32[2]) while(t), condition=cond, body=body
  b = (s32[], f32[2]) get-tuple-element(w1), index=0
  y = f32[2] get-tuple-element(b), index=1
  a2 = (s32[], f32[2]) tuple(zero, y)
  t2 = ((s32[], f32[2]), f32[2]) tuple(a2, x)
  ROOT w2 = ((s32[], f32[2]), f32[2]) while(t2), condition=cond, body=body
})");
    CHECK(module.computations.size() == 5); // each while has its own regions
    CHECK(count(module, Opcode::While) == 2);
    for (const Instruction& loop : module.entry_computation().instructions)
        if (loop.opcode == Opcode::While) CHECK(loop.operands.size() == 3);
}

TEST_CASE("a while over a single array carries one leaf") {
    const Module module = lowered(R"(
HloModule m
cond { p = s32[] parameter(0)  n = s32[] constant(10)  ROOT c = pred[] compare(p, n), direction=LT }
body { p = s32[] parameter(0)  n = s32[] constant(3)  ROOT c = s32[] add(p, n) }
ENTRY e { p = s32[] parameter(0)  ROOT w = s32[] while(p), condition=cond, body=body })");
    CHECK(only_while(module).operands.size() == 1);
    CHECK(result(module).opcode == Opcode::GetTupleElement);
}

TEST_CASE("a variadic reduce keeps its tuple") {
    const Module module = lowered(R"(
HloModule m
both { a = f32[] parameter(0)  b = s32[] parameter(1)  c = f32[] parameter(2)  d = s32[] parameter(3)
  x = f32[] maximum(a, c)  y = s32[] add(b, d)  ROOT t = (f32[], s32[]) tuple(x, y) }
ENTRY e {
  p = f32[4,2] parameter(0)  q = s32[4,2] parameter(1)
  m = f32[] constant(-inf)  z = s32[] constant(0)
  ROOT r = (f32[4], s32[4]) reduce(p, q, m, z), dimensions={1}, to_apply=both
})");
    CHECK(result(module, 1).opcode == Opcode::GetTupleElement);
    CHECK(operand(module, result(module, 1)).opcode == Opcode::Reduce);
}

TEST_CASE("layouts of parameters and results become transposes") {
    const Module module = lowered(R"(
HloModule m, entry_computation_layout={(f32[2,3]{0,1}, f32[2,3]{1,0})->(f32[2,3]{0,1}, f32[2,3]{1,0})}
ENTRY e {
  p = f32[2,3]{0,1} parameter(0)  q = f32[2,3]{1,0} parameter(1)
  s = f32[2,3]{0,1} add(p, q)
  ROOT r = (f32[2,3]{0,1}, f32[2,3]{1,0}) tuple(s, s)
})");
    const Computation& entry = module.entry_computation();
    CHECK(entry[entry.parameters[0]].shape.dims == std::vector<std::int64_t>{3, 2});
    CHECK(entry[entry.parameters[1]].shape.dims == std::vector<std::int64_t>{2, 3});
    CHECK(result(module, 0).opcode == Opcode::Transpose);
    CHECK(result(module, 0).shape.dims == std::vector<std::int64_t>{3, 2});
    CHECK(result(module, 1).opcode == Opcode::Add);
}

TEST_CASE("a bitcast shows the bytes") {
    const Module module = lowered(R"(
HloModule m, entry_computation_layout={(f32[2,3,5]{0,2,1})->f32[6,5]{0,1}}
ENTRY e {
  p = f32[2,3,5]{0,2,1} parameter(0)
  b = f32[3,10]{1,0} bitcast(p)
  c = f32[5,6]{0,1} bitcast(b)
  ROOT d = f32[6,5]{0,1} transpose(c), dimensions={1,0}
})");
    CHECK(count(module, Opcode::Bitcast) == 0);
}

TEST_CASE("a bitcast between the same bytes costs nothing") {
    const Module module = lowered(R"(
HloModule m
ENTRY e { p = f32[2,3]{1,0} parameter(0)  b = f32[3,2]{0,1} bitcast(p)
  ROOT t = f32[2,3]{1,0} transpose(b), dimensions={1,0} })");
    CHECK(result(module).opcode == Opcode::Parameter);
}
