// Operations on constants, and constants of equal elements.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

TEST_CASE("exact operations on constants are folded") {
    const Module module = lowered_entry(R"(
 w = f32[3,2] constant({{1, 2}, {3, 4}, {5, 6}})
 t = f32[2,3] transpose(w), dimensions={1,0}
 c = f32[] constant(4)
 s = f32[] sqrt(c)
 b = f32[2,3] broadcast(s), dimensions={}
 m = f32[2,3] multiply(t, b)
 ROOT r = f32[2,3] add(x, m))");
    CHECK(module.entry_computation().instructions.size() == 6); // three parameters, a constant, add, tuple
    CHECK(floats(*operand(module, result(module), 1).literal) == std::vector<float>{2, 6, 10, 4, 8, 12});
}

TEST_CASE("math functions of constants are folded as generated code computes them") {
    const Module module = lowered_entry(R"(
 v = f32[3] constant({3, 15, 63})
 one = f32[] constant(1)
 ones = f32[3] broadcast(one), dimensions={}
 s = f32[3] add(v, ones)
 q = f32[3] rsqrt(s)
 b = f32[2,3] broadcast(q), dimensions={1}
 ROOT r = f32[2,3] multiply(x, b))");
    const Instruction& broadcast = operand(module, result(module), 1);
    CHECK(broadcast.opcode == Opcode::Broadcast); // larger than what it would replace
    CHECK(floats(*operand(module, broadcast).literal) == std::vector<float>{0.5F, 0.25F, 0.125F});
}

TEST_CASE("math functions of positions become tables, with what they alone read, where flash allows") {
    const auto left = [](const std::string& text, std::int64_t table_bytes) {
        const std::string angles = "i = s32[200] iota(), iota_dimension=0\n f = f32[200] convert(i)\n"
                                   "h = f32[] constant(100)\n hs = f32[200] broadcast(h), dimensions={}\n"
                                   "m = f32[200] multiply(f, hs)\n t = f32[200] tanh(m)\n";
        Target target = *find_target("generic");
        target.table_bytes = table_bytes;
        const Module module = precomputed("HloModule m\nENTRY e {\n" + angles + text + "\n}", target);
        return count(module, Opcode::Tanh) + count(module, Opcode::Multiply);
    };
    const std::string table = "ROOT r = (f32[200]) tuple(t)";
    CHECK(left(table, 800) == 0);
    CHECK(left(table, 799) == 2);
    CHECK(left(table, 0) == 2);
    CHECK(left("x = f32[200] parameter(0)\n y = f32[200] add(m, x)\n ROOT r = (f32[200], f32[200]) tuple(t, y)", 800) ==
          2);
}

TEST_CASE("a broadcast of a scalar is not spelled out, and elementwise ops stay below it") {
    const Module module = lowered_entry(R"(
 a = f32[] constant(2)  b = f32[] constant(3)
 p = f32[100,100] broadcast(a), dimensions={}  q = f32[100,100] broadcast(b), dimensions={}
 ROOT r = f32[100,100] multiply(p, q))");
    CHECK(result(module).opcode == Opcode::Broadcast);
    CHECK(floats(*operand(module, result(module)).literal) == std::vector<float>{6});
}

TEST_CASE("a constant of equal elements is a broadcast") {
    const Module module = lowered_entry("c = f32[2,3] constant({{2,2,2},{2,2,2}})  ROOT r = f32[2,3] add(x, c)");
    CHECK(operand(module, result(module), 1).opcode == Opcode::Broadcast);
}

namespace {

// A constant of `rows` x 2 different elements under the name w.
std::string table(int rows) {
    std::string text = "w = s32[" + std::to_string(rows) + ",2] constant({";
    for (int i = 0; i < rows; ++i)
        text += (i == 0 ? "{" : ", {") + std::to_string(i) + ", " + std::to_string(i * i) + "}";
    return text + "})\n";
}

} // namespace

TEST_CASE("a large constant that is needed as it is, is not folded into another") {
    const auto left = [](Opcode opcode, const std::string& text) {
        return count(lowered_entry(table(100) + text), opcode);
    };
    const std::string transpose = "t = s32[2,100] transpose(w), dimensions={1,0}\n";
    CHECK(left(Opcode::Transpose, transpose + "ROOT r = (s32[2,100], s32[100,2]) tuple(t, w)") == 1);
    CHECK(left(Opcode::Transpose, transpose + "ROOT r = (s32[2,100]) tuple(t)") == 0);
    CHECK(left(Opcode::Slice, "a = s32[50,2] slice(w), slice={[0:50], [0:2]}"
                              "  b = s32[50,2] slice(w), slice={[50:100], [0:2]}"
                              "  ROOT r = (s32[50,2], s32[50,2]) tuple(b, a)") == 0);
    CHECK(left(Opcode::Slice, "a = s32[90,2] slice(w), slice={[0:90], [0:2]}"
                              "  b = s32[90,2] slice(w), slice={[10:100], [0:2]}"
                              "  ROOT r = (s32[90,2], s32[90,2]) tuple(b, a)") == 2);
    CHECK(left(Opcode::Convert, "ROOT r = s64[100,2] convert(w)") == 1);
}

TEST_CASE("constants of a scalar computation are left to it") {
    const Module module = lowered(R"(
HloModule m
combine { a = bf16[] parameter(0)  b = bf16[] parameter(1)  c = bf16[] constant(1)  d = bf16[] constant(0.00390625)
  k = bf16[] add(c, d)  s = bf16[] multiply(b, k)  ROOT r = bf16[] add(a, s) }
ENTRY e { x = bf16[4] parameter(0)  z = bf16[] constant(0)
  ROOT r = bf16[] reduce(x, z), dimensions={0}, to_apply=combine })");
    CHECK(count(module, Opcode::Add) == 2);
}
