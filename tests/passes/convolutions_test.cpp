// Convolutions in the form that machines like: no holes in the input.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lower/pass.h"
#include "lowering.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

std::string text_of(const std::string& body) {
    return "HloModule m\nmax { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] maximum(a, b) }\n"
           "add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }\nENTRY e {\n" +
           body + "\n}\n";
}

Module module_of(const std::string& body) {
    return lowered_by(text_of(body), [&](Module& module) {
        split_phases(module);
        fold_constants(module);
        merge_equal(module);
        remove_dead(module);
    });
}

std::vector<const Instruction*> all(const Module& module, Opcode opcode) {
    std::vector<const Instruction*> found;
    for (const Instruction& instruction : module.entry_computation().instructions)
        if (instruction.opcode == opcode) found.push_back(&instruction);
    return found;
}

bool has_holes(const Module& module) {
    return std::ranges::any_of(all(module, Opcode::Convolution), [](const Instruction* c) {
        return std::ranges::any_of(c->attributes.window, [](const WindowDimension& w) { return w.base_dilation > 1; });
    });
}

Module transposed_convolution(const std::string& output, const std::string& kernel, const std::string& window) {
    return module_of("x = f32[2,4,5,3] parameter(0)  w = f32[" + kernel + "] parameter(1)\nROOT c = f32[2," + output +
                     ",2] convolution(x, w), window={" + window + "}, dim_labels=b01f_01io->b01f");
}

} // namespace

TEST_CASE("a convolution over an input with holes becomes one without them for each phase of its result") {
    const auto phases = [](const Module& module) { return has_holes(module) ? 0 : count(module, Opcode::Convolution); };
    CHECK(phases(transposed_convolution("8,10", "3,3,3,2", "size=3x3 pad=1_2x1_2 lhs_dilate=2x2")) == 4);
    CHECK(phases(transposed_convolution("7,9", "2,2,3,2", "size=2x2 pad=1_0x0_1 lhs_dilate=2x2")) == 4);
}

TEST_CASE(
    "phases fit windows that are even, odd, reversed, shifted, cut, dilated by three or shorter than their holes") {
    const auto phases = [](const Module& module) { return has_holes(module) ? 0 : count(module, Opcode::Convolution); };
    CHECK(phases(transposed_convolution("11,5", "5,1,3,2", "size=5x1 pad=3_2x0_0 lhs_dilate=3x1")) == 3);
    CHECK(phases(transposed_convolution("8,10", "3,3,3,2", "size=3x3 pad=1_2x1_2 lhs_dilate=2x2 rhs_reversal=1x1")) ==
          4);
    CHECK(phases(transposed_convolution("3,5", "3,1,3,2", "size=3x1 pad=-1_-1x0_0 lhs_dilate=2x1")) == 2);
    CHECK(phases(transposed_convolution("10,5", "2,1,3,2", "size=2x1 pad=1_0x0_0 lhs_dilate=3x1")) == 2);
}

TEST_CASE("phases that see the same taps along the lines are one convolution to more features") {
    const Module module = transposed_convolution("8,10", "2,2,3,2", "size=2x2 pad=1_1x1_1 lhs_dilate=2x2");
    CHECK_FALSE(has_holes(module));
    REQUIRE(all(module, Opcode::Convolution).size() == 2);
    CHECK(all(module, Opcode::Convolution)[0]->shape.dims == std::vector<std::int64_t>{2, 4, 5, 4});
}

TEST_CASE("a result that is shorter than its phases has no phases behind its end") {
    const Module module = module_of("x = f32[2,1,6,3] parameter(0)  w = f32[4,1,3,2] parameter(1)\n"
                                    "c = f32[2,2,6,2] convolution(x, w), window={size=4x1 pad=2_2x0_0 lhs_dilate=3x1}, "
                                    "dim_labels=b01f_01io->b01f\nROOT r = f32[2,2,6,2] negate(c)");
    CHECK_FALSE(has_holes(module));
    CHECK(all(module, Opcode::Convolution).size() == 2);
    CHECK(count(module, Opcode::Negate) == 2);
}

TEST_CASE("what is computed of a transposed convolution alone is computed of each phase") {
    const std::string before = "x = f32[2,4,5,3] parameter(0)  w = f32[3,3,3,2] parameter(1)  b = f32[2] parameter(2)\n"
                               "y = f32[2,8,10,2] parameter(3)  bb = f32[2,8,10,2] broadcast(b), dimensions={3}\n"
                               "c = f32[2,8,10,2] convolution(x, w), window={size=3x3 pad=1_2x1_2 lhs_dilate=2x2}, "
                               "dim_labels=b01f_01io->b01f\n"
                               "biased = f32[2,8,10,2] add(c, bb)\n residual = f32[2,8,10,2] multiply(biased, y)\n";
    const Module alone = module_of(before + "ROOT r = f32[2,8,10,2] add(residual, biased)");
    CHECK(count(alone, Opcode::Multiply) == 4);
    CHECK(count(alone, Opcode::Add) == 8);
    const Module shared = module_of(before + "ROOT r = (f32[2,8,10,2], f32[2,8,10,2]) tuple(residual, biased)");
    CHECK(count(shared, Opcode::Multiply) == 1);
    CHECK(count(shared, Opcode::Add) == 4);
}

TEST_CASE("the sum of two transposed convolutions is computed of each phase of the first") {
    const Module module =
        module_of("x = f32[2,4,5,3] parameter(0)  v = f32[3,3,3,2] parameter(1)  w = f32[3,3,3,2] parameter(2)\n"
                  "c = f32[2,8,10,2] convolution(x, v), window={size=3x3 pad=1_2x1_2 lhs_dilate=2x2}, "
                  "dim_labels=b01f_01io->b01f\n"
                  "d = f32[2,8,10,2] convolution(x, w), window={size=3x3 pad=1_2x1_2 lhs_dilate=2x2}, "
                  "dim_labels=b01f_01io->b01f\n"
                  "ROOT s = f32[2,8,10,2] add(c, d)");
    CHECK_FALSE(has_holes(module));
    CHECK(all(module, Opcode::Convolution).size() == 8);
    CHECK(count(module, Opcode::Add) == 4);
}

TEST_CASE("a convolution over holes with strides, with many phases or without the option stays as it is") {
    CHECK(has_holes(transposed_convolution("4,5", "3,1,3,2", "size=3x1 stride=2x1 pad=1_2x0_0 lhs_dilate=2x1")));
    CHECK(has_holes(transposed_convolution("61,5", "1,1,3,2", "size=1x1 lhs_dilate=20x1")));
    CHECK(has_holes(
        lowered(text_of("x = f32[2,4,5,3] parameter(0)  w = f32[3,1,3,2] parameter(1)\n"
                        "ROOT c = f32[2,7,5,2] convolution(x, w), window={size=3x1 pad=1_1x0_0 lhs_dilate=2x1}, "
                        "dim_labels=b01f_01io->b01f"),
                {.goal = {.optimize = Optimize::Size}})));
}
