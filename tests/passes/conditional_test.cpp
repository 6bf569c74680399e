// What becomes of conditionals: one operand list a branch, results that are read, branches that are known.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

// Branches over (a, b) that read different operands: the sum of both, and exp(b). The second result is handed on by
// both.
const char* const kBranches = R"(
HloModule m
sum { p = (f32[3], f32[3]) parameter(0)  a = f32[3] get-tuple-element(p), index=0  b = f32[3] get-tuple-element(p), index=1
  c = f32[3] add(a, b)  d = f32[3] multiply(a, b)  ROOT r = (f32[3], f32[3], f32[3]) tuple(c, b, d) }
root { p = (f32[3], f32[3]) parameter(0)  a = f32[3] get-tuple-element(p), index=0  b = f32[3] get-tuple-element(p), index=1
  c = f32[3] sqrt(b)  d = f32[3] negate(b)  ROOT r = (f32[3], f32[3], f32[3]) tuple(c, b, d) }
)";

const Instruction& only_conditional(const Module& module) {
    REQUIRE(count_in_entry(module, Opcode::Conditional) == 1);
    for (const Instruction& instruction : module.entry_computation().instructions)
        if (instruction.opcode == Opcode::Conditional) return instruction;
    throw std::logic_error("unreachable");
}

} // namespace

TEST_CASE("a conditional keeps the operands that a branch reads and the results that something reads") {
    const Module module = lowered(std::string(kBranches) + R"(
ENTRY e { p = pred[] parameter(0)  x = f32[3] parameter(1)  y = f32[3] parameter(2)  t = (f32[3], f32[3]) tuple(x, y)
  k = (f32[3], f32[3], f32[3]) conditional(p, t, t), true_computation=sum, false_computation=root
  c = f32[3] get-tuple-element(k), index=0  b = f32[3] get-tuple-element(k), index=1  ROOT r = (f32[3], f32[3]) tuple(c, b) })");
    const Instruction& conditional = only_conditional(module);
    CHECK(conditional.shape.tuple.size() == 1);
    CHECK(conditional.operands.size() == 4); // selector; x, y; y
    CHECK(module[conditional.called[0]].parameters.size() == 2);
    CHECK(module[conditional.called[1]].parameters.size() == 1);
    CHECK(conditional.operands[2] == conditional.operands[3]);
    CHECK(result(module, 1).opcode == Opcode::Parameter); // both branches hand y on
}

TEST_CASE("a conditional whose results nobody reads goes") {
    const Module module = lowered(std::string(kBranches) + R"(
ENTRY e { p = pred[] parameter(0)  x = f32[3] parameter(1)  t = (f32[3], f32[3]) tuple(x, x)
  k = (f32[3], f32[3], f32[3]) conditional(p, t, t), true_computation=sum, false_computation=root
  ROOT n = f32[3] negate(x) })");
    CHECK(module.computations.size() == 1);
}

TEST_CASE("a constant selector takes its branch, and an index outside the last one") {
    const auto taken = [](const std::string& selector) {
        const Module module = lowered(R"(
HloModule m
b0 { x = f32[3] parameter(0)  ROOT r = f32[3] negate(x) }
b1 { x = f32[3] parameter(0)  ROOT r = f32[3] sqrt(x) }
b2 { x = f32[3] parameter(0)  ROOT r = f32[3] abs(x) }
ENTRY e { x = f32[3] parameter(0)  i = s32[] constant()" +
                                      selector + R"()
  ROOT k = f32[3] conditional(i, x, x, x), branch_computations={b0, b1, b2} })");
        CHECK(module.computations.size() == 1);
        return result(module).opcode;
    };
    CHECK(taken("0") == Opcode::Negate);
    CHECK(taken("1") == Opcode::Sqrt);
    CHECK(taken("2") == Opcode::Abs);
    CHECK(taken("3") == Opcode::Abs);
    CHECK(taken("-1") == Opcode::Abs);
}

TEST_CASE("a known branch may hold a loop, which moves with it") {
    const Module module = lowered(R"(
HloModule m
cond { p = f32[] parameter(0)  n = f32[] constant(100)  ROOT c = pred[] compare(p, n), direction=LT }
body { p = f32[] parameter(0)  ROOT d = f32[] add(p, p) }
loop { x = f32[] parameter(0)  ROOT w = f32[] while(x), condition=cond, body=body }
none { x = f32[] parameter(0)  ROOT r = f32[] copy(x) }
ENTRY e { x = f32[] parameter(0)  t = pred[] constant(true)
  ROOT k = f32[] conditional(t, x, x), true_computation=loop, false_computation=none })");
    CHECK(count(module, Opcode::Conditional) == 0);
    CHECK(count_in_entry(module, Opcode::While) == 1);
    CHECK(module.computations.size() == 3);
}

TEST_CASE("a few cheap scalars are selected, what is expensive or an array stays in its branch") {
    const auto selects = [](const std::string& type, const std::string& op) {
        const Module module = lowered(
            "HloModule m\nb0 { x = " + type + " parameter(0)  ROOT r = " + type + " negate(x) }\nb1 { x = " + type +
            " parameter(0)  ROOT r = " + type + " " + op + "(x) }\nENTRY e { i = s32[] parameter(0)  x = " + type +
            " parameter(1)\n ROOT k = " + type + " conditional(i, x, x), branch_computations={b0, b1} }");
        CHECK(count(module, Opcode::Select) + count(module, Opcode::Conditional) == 1);
        return count(module, Opcode::Select) == 1;
    };
    CHECK(selects("f32[]", "abs"));
    CHECK_FALSE(selects("f32[]", "exponential"));
    CHECK_FALSE(selects("f32[2]", "abs"));
}

TEST_CASE("constants move into the branches that read them") {
    const Module module = lowered(R"(
HloModule m
b0 { p = (f32[3], f32[3]) parameter(0)  x = f32[3] get-tuple-element(p), index=0  w = f32[3] get-tuple-element(p), index=1
  ROOT r = f32[3] multiply(x, w) }
b1 { x = f32[3] parameter(0)  ROOT r = f32[3] sqrt(x) }
ENTRY e { p = pred[] parameter(0)  x = f32[3] parameter(1)  w = f32[3] constant({1, 2, 3})  t = (f32[3], f32[3]) tuple(x, w)
  ROOT k = f32[3] conditional(p, t, x), true_computation=b0, false_computation=b1 })");
    CHECK(count_in_entry(module, Opcode::Constant) == 0);
    CHECK(only_conditional(module).operands.size() == 3);
}

TEST_CASE("a computation that two conditionals and a call share becomes a region for each") {
    const Module module = lowered(R"(
HloModule m
b0 { x = f32[3] parameter(0)  ROOT r = f32[3] sqrt(x) }
b1 { x = f32[3] parameter(0)  ROOT r = f32[3] negate(x) }
ENTRY e { p = pred[] parameter(0)  q = pred[] parameter(1)  x = f32[3] parameter(2)
  k = f32[3] conditional(p, x, x), true_computation=b0, false_computation=b1
  l = f32[3] conditional(q, k, k), true_computation=b1, false_computation=b0
  ROOT c = f32[3] call(l), to_apply=b0 })");
    CHECK(count_in_entry(module, Opcode::Conditional) == 2);
    CHECK(module.computations.size() == 5);
}
