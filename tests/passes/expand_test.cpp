// Ops whose computation is more than scalar expressions become loops.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

Module reduced(const std::string& computation) {
    return lowered(
        "HloModule m\nadd { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }\n"
        "above { p = f32[] parameter(0)  n = f32[] constant(6)  ROOT c = pred[] compare(p, n), direction=GT }\n"
        "halve { p = f32[] parameter(0)  h = f32[] constant(0.5)  ROOT d = f32[] multiply(p, h) }\n"
        "same { ROOT p = f32[] parameter(0) }\n"
        "root { p = f32[] parameter(0)  ROOT r = f32[] sqrt(p) }\n"
        "f { a = f32[] parameter(0)  b = f32[] parameter(1)\n" +
        computation +
        " }\nENTRY e { x = f32[3,4] parameter(0)  z = f32[] parameter(1)\n"
        "ROOT r = f32[3] reduce(x, z), dimensions={1}, to_apply=f }");
}

} // namespace

TEST_CASE("a reduction that calls scalar expressions stays one") {
    const auto stays = [](const std::string& computation) { return count(reduced(computation), Opcode::While) == 0; };
    CHECK(stays("ROOT r = f32[] add(a, b)"));
    CHECK(stays("s = f32[] call(a, b), to_apply=add  ROOT r = f32[] maximum(s, b)"));
    CHECK(stays("p = pred[] compare(a, b), direction=LT  ROOT r = f32[] conditional(p, a, b), true_computation=same, "
                "false_computation=halve"));
    CHECK(stays("v = f32[4] broadcast(a), dimensions={}  s = f32[1] slice(v), slice={[1:2]}  t = f32[] reshape(s)  "
                "ROOT r = f32[] add(t, b)"));
}

TEST_CASE("a reduction that calls anything else becomes a loop over places and one over elements") {
    const auto loops = [](const std::string& computation) { return count(reduced(computation), Opcode::While); };
    CHECK(loops("s = f32[] add(a, b)  ROOT r = f32[] while(s), condition=above, body=halve") == 3);
    CHECK(loops("p = pred[] compare(a, b), direction=LT  ROOT r = f32[] conditional(p, a, b), true_computation=same, "
                "false_computation=root") == 2);
    CHECK(loops("c = f32[2] constant({1, 2})  s = f32[1] slice(c), slice={[1:2]}  t = f32[] reshape(s)  m = f32[] "
                "multiply(t, b)  ROOT r = f32[] add(m, a)") == 2);
    CHECK(loops("v = f32[4] broadcast(b), dimensions={}  ROOT r = f32[] reduce(v, a), dimensions={0}, to_apply=add") ==
          2);
}

TEST_CASE("a map that calls a loop becomes a loop over elements") {
    const auto mapped = [](const std::string& dims) {
        return lowered("HloModule m\nabove { p = f32[] parameter(0)  n = f32[] constant(6)  ROOT c = pred[] compare(p, "
                       "n), direction=GT }\n"
                       "halve { p = f32[] parameter(0)  h = f32[] constant(0.5)  ROOT d = f32[] multiply(p, h) }\n"
                       "f { a = f32[] parameter(0)  b = f32[] parameter(1)  s = f32[] add(a, b)\n"
                       "ROOT w = f32[] while(s), condition=above, body=halve }\nENTRY e { x = f32[" +
                       dims + "] parameter(0)  y = f32[" + dims + "] parameter(1)\nROOT r = f32[" + dims +
                       "] map(x, y), to_apply=f }");
    };
    CHECK(count(mapped("2,3"), Opcode::While) == 2);
    CHECK(count(mapped("0,3"), Opcode::While) == 0);
}

TEST_CASE("a transform is expanded wherever the list of instructions moves to a larger place") {
    // The list has room for as many instructions as the module had, so each length moves it at other instructions.
    constexpr int kMostSteps = 40;
    for (int steps = 0; steps < kMostSteps; ++steps) {
        std::string text = "HloModule m\nENTRY e { x0 = f32[4,6] parameter(0)\n";
        for (int i = 0; i < steps; ++i) {
            const std::string from = "x" + std::to_string(i), to = "x" + std::to_string(i + 1);
            text += to + " = f32[4,6] " + (i % 2 == 0 ? "sine(" : "negate(") + from + ")\n";
        }
        text += "c = c64[4,4] fft(x" + std::to_string(steps) + "), fft_type=RFFT, fft_length={4,6}\n" +
                "y = f32[4,6] fft(c), fft_type=IRFFT, fft_length={4,6}\nROOT r = pred[4,6] is-finite(y) }";
        CHECK(count(lowered(text), Opcode::Fft) == 0);
    }
}
