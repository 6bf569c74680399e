// Convolutions whose vectors run along the pixels of an image, and up-sampled images that are stored.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

constexpr LowerOptions kLines{.vector_bytes = 64};

Module line_module(const std::string& body, const LowerOptions& options = kLines) {
    return lowered("HloModule m\nENTRY e {\n" + body + "\n}\n", options);
}

std::vector<const Instruction*> convolutions(const Module& module) {
    std::vector<const Instruction*> found;
    for (const Instruction& instruction : module.entry_computation().instructions)
        if (instruction.opcode == Opcode::Convolution) found.push_back(&instruction);
    return found;
}

// Of [batch, features, 1, 1, points].
bool all_in_line(const Module& module) {
    return std::ranges::all_of(convolutions(module), [](const Instruction* c) { return c->shape.dims[2] == 1; });
}

const std::string kFewFeatures = "x = f32[2,12,11,13] parameter(0)  w = f32[3,12,3,3] parameter(1)\n"
                                 "c = f32[2,3,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                                 "dim_labels=bf01_oi01->bf01\n";

bool is_in_line(const std::string& shapes, const std::string& labels = "bf01_oi01->bf01") {
    return all_in_line(line_module(shapes + ", dim_labels=" + labels));
}

} // namespace

TEST_CASE("a convolution to features that leave lanes idle runs along its pixels, over the ends of rows") {
    const Module module = line_module(kFewFeatures + "ROOT r = f32[2,3,11,13] negate(c)");
    REQUIRE(convolutions(module).size() == 1);
    CHECK(convolutions(module)[0]->shape.dims == std::vector<std::int64_t>{2, 3, 1, 1, 11 * 14});
}

TEST_CASE("what is computed of such a convolution alone is computed along the line") {
    const Module module =
        line_module(kFewFeatures + "b = f32[3] parameter(2)  bb = f32[2,3,11,13] broadcast(b), dimensions={1}\n"
                                   "y = f32[2,3,11,13] parameter(3)  two = f32[] constant(2)\n"
                                   "twos = f32[2,3,11,13] broadcast(two), dimensions={}\n"
                                   "biased = f32[2,3,11,13] add(c, bb)\n"
                                   "scaled = f32[2,3,11,13] multiply(biased, twos)\n"
                                   "ROOT r = f32[2,3,11,13] subtract(scaled, y)");
    const auto dims = [&](Opcode opcode) {
        for (const Instruction& instruction : module.entry_computation().instructions)
            if (instruction.opcode == opcode) return instruction.shape.dims;
        return std::vector<std::int64_t>{};
    };
    CHECK(dims(Opcode::Add) == std::vector<std::int64_t>{2, 3, 1, 154});
    CHECK(dims(Opcode::Multiply) == std::vector<std::int64_t>{2, 3, 1, 154});
    CHECK(dims(Opcode::Subtract) == std::vector<std::int64_t>{2, 11, 13, 3}); // y has pixels of its own
}

TEST_CASE("a sum with an array that is computed behind the convolution stays behind the line") {
    const Module module = line_module("y = f32[2,3,11,13] parameter(2)\n" + kFewFeatures +
                                      "z = f32[2,3,11,13] exponential(y)\n  ROOT r = f32[2,3,11,13] add(c, z)");
    CHECK(all_in_line(module));
    CHECK(result(module).shape.dims == std::vector<std::int64_t>{2, 3, 11, 13});
}

TEST_CASE("lines hold dilated, uneven, reversed and grouped windows and images of one row") {
    CHECK(is_in_line("x = f32[1,9,14,17] parameter(0)  w = f32[2,9,3,3] parameter(1)\n"
                     "ROOT c = f32[1,2,14,17] convolution(x, w), window={size=3x3 pad=2_2x2_2 rhs_dilate=2x2}"));
    CHECK(is_in_line("x = f32[1,9,14,17] parameter(0)  w = f32[2,9,2,4] parameter(1)\n"
                     "ROOT c = f32[1,2,16,15] convolution(x, w), window={size=2x4 pad=3_0x0_1}"));
    CHECK(is_in_line("x = f32[1,9,14,17] parameter(0)  w = f32[2,9,3,5] parameter(1)\n"
                     "ROOT c = f32[1,2,12,13] convolution(x, w), window={size=3x5 rhs_reversal=1x1}"));
    CHECK(
        is_in_line("x = f32[1,12,14,17] parameter(0)  w = f32[4,6,3,3] parameter(1)\n"
                   "ROOT c = f32[1,4,14,17] convolution(x, w), window={size=3x3 pad=1_1x1_1}, feature_group_count=2"));
    CHECK(is_in_line("x = f32[1,20,1,300] parameter(0)  w = f32[5,20,1,7] parameter(1)\n"
                     "ROOT c = f32[1,5,1,294] convolution(x, w), window={size=1x7}"));
    CHECK(is_in_line("x = f64[1,12,11,13] parameter(0)  w = f64[3,12,3,3] parameter(1)\n"
                     "ROOT c = f64[1,3,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
}

TEST_CASE("16-bit floats have lines where f32 has") {
    CHECK(is_in_line("x = f16[1,12,11,13] parameter(0)  w = f16[3,12,3,3] parameter(1)\n"
                     "ROOT c = f16[1,3,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
    CHECK(is_in_line("x = bf16[1,12,11,13] parameter(0)  w = bf16[3,12,3,3] parameter(1)\n"
                     "ROOT c = f32[1,3,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
    CHECK_FALSE(is_in_line("x = f16[1,12,11,13] parameter(0)  w = f16[32,12,3,3] parameter(1)\n"
                           "ROOT c = f16[1,32,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
}

TEST_CASE(
    "a convolution of each feature alone has a line where the ends of its rows take long, as with 16-bit floats") {
    const auto of_type = [](const std::string& t) {
        return is_in_line("x = " + t + "[1,96,15,21] parameter(0)  w = " + t + "[96,1,3,3] parameter(1)\nROOT c = " +
                          t + "[1,96,15,21] convolution(x, w), window={size=3x3 pad=1_1x1_1}, feature_group_count=96");
    };
    CHECK(of_type("f16"));
    CHECK_FALSE(of_type("f32"));
}

TEST_CASE("an image with features last changes its order once for neighbouring lines") {
    const Module module = line_module(
        "x = f32[1,11,13,24] parameter(0)  w = f32[3,3,24,5] parameter(1)  v = f32[3,3,5,3] parameter(2)\n"
        "c = f32[1,11,13,5] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n"
        "n = f32[1,11,13,5] negate(c)\n"
        "ROOT d = f32[1,11,13,3] convolution(n, v), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f");
    CHECK(convolutions(module).size() == 2);
    CHECK(all_in_line(module));
    CHECK(count(module, Opcode::Transpose) == 2);
}

TEST_CASE("a line holds the phases of an image of which strides leave rows and columns out") {
    const auto is_strided = [](const std::string& kernel, const std::string& result, const std::string& window) {
        return is_in_line("x = f32[1,12,21,23] parameter(0)  w = f32[" + kernel + "] parameter(1)\nROOT c = f32[" +
                          result + "] convolution(x, w), window={" + window + "}");
    };
    CHECK(is_strided("3,12,3,3", "1,3,11,12", "size=3x3 stride=2x2 pad=1_1x1_1"));
    CHECK(is_strided("3,12,4,5", "1,3,9,23", "size=4x5 stride=2x1 pad=0_0x2_2"));
    CHECK(is_strided("3,12,5,2", "1,3,6,11", "size=5x2 stride=4x2 pad=2_3x0_0"));
    CHECK(is_strided("3,12,3,3", "1,3,11,8", "size=3x3 stride=2x3 pad=2_2x2_2 rhs_dilate=2x2"));
    CHECK(is_in_line("x = f32[1,12,21,35] parameter(0)  w = f32[12,1,5,5] parameter(1)\nROOT c = f32[1,12,7,12] "
                     "convolution(x, w), window={size=5x5 stride=3x3 pad=2_2x2_3}, feature_group_count=12"));
    CHECK_FALSE(is_strided("3,12,5,5", "1,3,5,5", "size=5x5 stride=5x5 pad=2_2x2_2")); // of too many phases
}

TEST_CASE("a convolution of one tap with strides reads a slice that is stored, where its pixels lie innermost") {
    const auto copies = [](const std::string& x, const std::string& result, const std::string& rest) {
        const Module module =
            line_module("x = f32[" + x + "] parameter(0)  w = f32[20,12,1,1] parameter(1)\nROOT c = f32[" + result +
                        "] convolution(x, w), window={size=1x1 " + rest);
        return count(module, Opcode::Slice) > 0 ? count(module, Opcode::Copy) : 0;
    };
    const std::string planes = "}, dim_labels=bf01_oi01->bf01", features = "}, dim_labels=b01f_oi01->b01f";
    CHECK(copies("1,12,13,15", "1,20,7,8", "stride=2x2" + planes) == 1);
    CHECK(copies("1,12,40,64", "1,20,14,22", "stride=3x3" + planes) == 1);
    CHECK(copies("1,12,40,64", "1,20,20,32", "stride=2x2" + planes) == 0); // rows fill vectors as well
    CHECK(copies("1,12,13,15", "1,20,13,15", "stride=1x1" + planes) == 0);
    CHECK(copies("1,13,15,12", "1,7,8,20", "stride=2x2" + features) == 0);
}

TEST_CASE("a convolution that fills its lanes, has holes, one tap or negative padding has no line") {
    const auto keeps = [](const std::string& shapes) { return !is_in_line(shapes); };
    CHECK(keeps("x = f32[1,12,11,13] parameter(0)  w = f32[32,12,3,3] parameter(1)\n"
                "ROOT c = f32[1,32,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
    CHECK(keeps("x = f32[1,12,11,13] parameter(0)  w = f32[3,12,3,3] parameter(1)\n"
                "ROOT c = f32[1,3,7,11] convolution(x, w), window={size=3x3 pad=-1_-1x0_0}"));
    CHECK(keeps("x = f32[1,12,11,13] parameter(0)  w = f32[3,12,1,1] parameter(1)\n"
                "ROOT c = f32[1,3,11,13] convolution(x, w), window={size=1x1}"));
    CHECK(keeps("x = s32[1,12,11,13] parameter(0)  w = s32[3,12,3,3] parameter(1)\n"
                "ROOT c = s32[1,3,11,13] convolution(x, w), window={size=3x3 pad=1_1x1_1}"));
}

TEST_CASE("for little code, and for sums in the module's order, no convolution has a line") {
    for (const Goal& goal : {Goal{.optimize = Optimize::Size}, Goal{.in_order = true}})
        CHECK_FALSE(all_in_line(line_module(kFewFeatures + "ROOT r = f32[2,3,11,13] negate(c)", {64, 0, goal})));
}

TEST_CASE("phases of a transposed convolution are written into their places as they are") {
    const Module module = line_module("x = f32[1,14,15,12] parameter(0)  w = f32[3,3,12,3] parameter(1)\n"
                                      "ROOT c = f32[1,28,30,3] convolution(x, w), window={size=3x3 pad=1_2x1_2 "
                                      "lhs_dilate=2x2}, dim_labels=b01f_01io->b01f");
    CHECK(convolutions(module).size() == 4);
    CHECK_FALSE(all_in_line(module));
}

TEST_CASE("an up-sampled image that a convolution reads is stored, behind what is computed of it, too") {
    const std::string up = "x = f32[1,5,6,20] parameter(0)  w = f32[3,3,20,16] parameter(1)\n"
                           "b = f32[1,5,2,6,2,20] broadcast(x), dimensions={0,1,3,5}\n"
                           "u = f32[1,10,12,20] reshape(b)\n n = f32[1,10,12,20] negate(u)\n";
    const std::string layer = ", w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n";
    const auto stored = [&](const std::string& read, const LowerOptions& options) {
        return count(line_module(up + "ROOT c = f32[1,10,12,16] convolution(" + read + layer, options), Opcode::Copy);
    };
    CHECK(stored("u", kLines) == 1);
    CHECK(stored("n", kLines) == 1);
    CHECK(stored("u", {}) == 0);
}
