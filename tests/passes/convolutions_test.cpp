// Convolutions in the form that machines like: features innermost, no holes in the input.
#include <algorithm>

#include <catch2/catch.hpp>

#include "lower/pass.h"
#include "lowering.h"
#include "unit/tile/kernels_of_all_kinds.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

constexpr FeatureOptions kFeaturesLast{.vector_bytes = 64, .copies = true};

std::string text_of(const std::string& body) {
    return "HloModule m\nmax { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] maximum(a, b) }\n"
           "add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT s = f32[] add(a, b) }\nENTRY e {\n" +
           body + "\n}\n";
}

Module module_of(const std::string& body, const FeatureOptions& options = kFeaturesLast) {
    return lowered_by(text_of(body), [&](Module& module) {
        put_features_last(module, options);
        remove_dead(module);
        split_phases(module);
        fold_constants(module);
        merge_equal(module);
        remove_dead(module);
    });
}

const std::string kFirstLayer = "x = f32[2,3,7,9] parameter(0)  w = f32[5,3,3,3] parameter(1)\n"
                                "c = f32[2,5,7,9] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                                "dim_labels=bf01_oi01->bf01\n";

std::vector<const Instruction*> all(const Module& module, Opcode opcode) {
    std::vector<const Instruction*> found;
    for (const Instruction& instruction : module.entry_computation().instructions)
        if (instruction.opcode == opcode) found.push_back(&instruction);
    return found;
}

bool features_are_last(const Module& module) {
    return std::ranges::all_of(all(module, Opcode::Convolution), [](const Instruction* c) {
        const auto last = static_cast<std::int64_t>(c->shape.rank()) - 1;
        return c->attributes.convolution->input_feature == last && c->attributes.convolution->output_feature == last;
    });
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

TEST_CASE("a convolution with features second becomes one with features last between two stored arrays") {
    const Module module = module_of(kFirstLayer + "ROOT r = f32[2,5,7,9] negate(c)");
    CHECK(features_are_last(module));
    CHECK(count(module, Opcode::Copy) == 2);
}

TEST_CASE("a chain of layers changes its order where it begins and where it ends, and nowhere between") {
    const Module module = module_of(
        kFirstLayer +
        "v = f32[5] parameter(2)  vb = f32[2,5,7,9] broadcast(v), dimensions={1}\n"
        "biased = f32[2,5,7,9] add(c, vb)\n"
        "low = f32[] constant(-inf)  zero = f32[] constant(0)\n"
        "pooled = f32[2,5,3,4] reduce-window(biased, low), window={size=1x1x2x2 stride=1x1x2x2}, to_apply=max\n"
        "padded = f32[2,5,3,6] pad(pooled, zero), padding=0_0x0_0x0_0x1_1\n"
        "u = f32[4,5,1,1] parameter(3)\n"
        "pointwise = f32[2,4,3,6] convolution(padded, u), window={size=1x1}, dim_labels=bf01_oi01->bf01\n"
        "part = f32[2,1,3,6] slice(padded), slice={[0:2], [2:3], [0:3], [0:6]}\n"
        "ROOT joined = f32[2,5,3,6] concatenate(pointwise, part), dimensions={1}");
    CHECK(features_are_last(module));
    CHECK(count(module, Opcode::Copy) == 2);
    CHECK(count_in_entry(module, Opcode::Transpose) == 2);
}

TEST_CASE("the mean of a chain's features needs no change of order at its end") {
    const Module module = module_of(kFirstLayer + "zero = f32[] constant(0)\n"
                                                  "ROOT s = f32[2,5] reduce(c, zero), dimensions={2,3}, to_apply=add");
    CHECK(features_are_last(module));
    CHECK(count(module, Opcode::Copy) == 1);
}

TEST_CASE("a sum over batches and rows, whose order a chain changes, is one of the array in its own order") {
    const Module module = module_of(kFirstLayer + "zero = f32[] constant(0)\n"
                                                  "ROOT s = f32[5,9] reduce(c, zero), dimensions={0,2}, to_apply=add");
    CHECK(count(module, Opcode::Copy) == 2);
}

TEST_CASE("what reads both a chain and another array of its order reads that in the chain's") {
    const Module module = module_of(kFirstLayer + "y = f32[2,5,7,9] parameter(2)\nROOT r = f32[2,5,7,9] add(c, y)");
    CHECK(features_are_last(module));
    CHECK(count(module, Opcode::Copy) == 3);
}

TEST_CASE("a convolution keeps its order where vectors run along its points or the change costs more than it gains") {
    const auto keeps = [](const std::string& shapes_and_window) {
        return count(module_of(shapes_and_window + ", dim_labels=bf01_oi01->bf01"), Opcode::Copy) == 0;
    };
    CHECK(keeps("x = f32[2,8,7,9] parameter(0)  w = f32[9,8,1,1] parameter(1)\n"
                "ROOT c = f32[2,9,7,9] convolution(x, w), window={size=1x1}"));
    CHECK(keeps("x = f32[2,8,7,10] parameter(0)  w = f32[8,1,3,3] parameter(1)\n"
                "ROOT c = f32[2,8,7,10] convolution(x, w), window={size=3x3 pad=1_1x1_1}, feature_group_count=8"));
    CHECK(keeps("x = f32[2,5,7,9] parameter(0)  w = f32[5,1,3,3] parameter(1)\n"
                "ROOT c = f32[2,5,7,9] convolution(x, w), window={size=3x3 pad=1_1x1_1}, feature_group_count=5"));
    CHECK(keeps("x = f32[2,1,7,9] parameter(0)  w = f32[2,1,1,2] parameter(1)\n"
                "ROOT c = f32[2,2,7,8] convolution(x, w), window={size=1x2}"));
    CHECK(keeps("x = s32[2,3,7,9] parameter(0)  w = s32[5,3,3,3] parameter(1)\n"
                "ROOT c = s32[2,5,5,7] convolution(x, w), window={size=3x3}"));
}

TEST_CASE("a depthwise convolution changes its order where no vector of points inside fits into a row") {
    const auto changes = [](const std::string& columns, const std::string& outputs, const std::string& window) {
        const Module module = module_of("x = f32[2,8,7," + columns + "] parameter(0)  w = f32[8,1,3,3] parameter(1)\n" +
                                        "ROOT c = f32[2,8," + outputs + "] convolution(x, w), window={size=3x3 " +
                                        window + "}, dim_labels=bf01_oi01->bf01, feature_group_count=8");
        return count(module, Opcode::Copy) == 2;
    };
    CHECK(changes("9", "7,9", "pad=1_1x1_1"));
    CHECK_FALSE(changes("10", "5,8", ""));
    CHECK(changes("9", "5,7", ""));
    CHECK(changes("17", "4,9", "stride=2x2 pad=1_1x1_1"));
    CHECK_FALSE(changes("19", "4,10", "stride=2x2 pad=1_1x1_1"));
}

TEST_CASE("a depthwise convolution whose features fill vectors of four has them last") {
    const auto changes = [](const std::string& features, std::int64_t vector_bytes) {
        const Module module =
            module_of("x = f32[2," + features + ",17,19] parameter(0)  w = f32[" + features +
                          ",1,3,3] parameter(1)\nROOT c = f32[2," + features +
                          ",17,19] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01, "
                          "feature_group_count=" +
                          features,
                      {.vector_bytes = vector_bytes, .copies = true});
        return count(module, Opcode::Copy) == 2;
    };
    CHECK(changes("6", 16));
    CHECK_FALSE(changes("5", 16));
    CHECK_FALSE(changes("3", 16));
    CHECK_FALSE(changes("8", 32));
}

TEST_CASE("without copies, features are last in what lies between convolutions alone") {
    const std::string second = "v = f32[4,5,3,3] parameter(2)\n"
                               "d = f32[2,4,5,7] convolution(t, v), window={size=3x3}, dim_labels=bf01_oi01->bf01\n",
                      chain = kFirstLayer + "t = f32[2,5,7,9] tanh(c)\n" + second + "ROOT r = f32[2,4,5,7] tanh(d)";
    constexpr std::int64_t kSecond = 1, kLast = 3;
    const auto orders = [](const Module& module) {
        std::vector<std::int64_t> features;
        for (const Instruction* c : all(module, Opcode::Convolution)) {
            features.push_back(c->attributes.convolution->input_feature);
            features.push_back(c->attributes.convolution->output_feature);
        }
        return features;
    };
    const Module module = module_of(chain, {});
    CHECK(orders(module) == std::vector{kSecond, kLast, kLast, kSecond});
    CHECK(count(module, Opcode::Copy) == 0);
    CHECK(orders(module_of(kFirstLayer + "ROOT r = f32[2,5,7,9] tanh(c)", {})) == std::vector{kSecond, kSecond});
    // Vectors run along the features of both: the result is copied.
    const Module vectors = module_of(chain, {.vector_bytes = 16});
    CHECK(orders(vectors) == std::vector{kSecond, kLast, kLast, kLast});
    CHECK(count(vectors, Opcode::Copy) == 1);
}

TEST_CASE("sums in the module's order read arrays in the order that they have without, and so do arguments' weights") {
    const auto weights = [](std::int64_t features, bool constant) {
        std::int64_t next = 0;
        return "w = f32[" + std::to_string(features) + ",3,3,3] " +
               (constant ? "constant(" + numbered_literal({features, 3, 3, 3}, 0, next) + ")\n" : "parameter(1)\n");
    };
    const auto copies = [&](std::int64_t features, bool constant, const std::string& last, bool in_order) {
        const std::string c = "f32[2," + std::to_string(features) + ",8,8]";
        FeatureOptions options = kFeaturesLast;
        options.in_order = in_order;
        const Module module =
            module_of("x = f32[2,3,8,8] parameter(0)\n" + weights(features, constant) + "c = " + c +
                          " convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01\nzero = f32[] "
                          "constant(0)\n" +
                          last,
                      options);
        return std::pair(features_are_last(module), count(module, Opcode::Copy));
    };
    const std::string sum = "ROOT r = f32[2,8] reduce(c, zero), dimensions={2,3}, to_apply=add";
    CHECK(copies(8, true, sum, false) == std::pair(true, std::size_t{1})); // of x
    CHECK(copies(8, true, sum, true) == std::pair(true, std::size_t{2}));  // and of c, for the sum
    CHECK(copies(8, false, sum, true).first == false);
    CHECK(copies(4, true, "ROOT r = f32[2,4,8,8] tanh(c)", true).first == false); // too few to be lanes everywhere
    const std::string window = "ROOT r = f32[2,8,1,1] reduce-window(c, zero), window={size=1x1x8x8}, to_apply=";
    CHECK(copies(8, true, window + "add", true).second == 2);
    CHECK(copies(8, true, window + "max", true).second == 2); // of x and of the result
}

TEST_CASE("without copies, what is added to the result of a convolution has its order") {
    const Module module = module_of(kFirstLayer + "v = f32[5,5,3,3] parameter(2)\n"
                                                  "d = f32[2,5,7,9] convolution(c, v), window={size=3x3 pad=1_1x1_1}, "
                                                  "dim_labels=bf01_oi01->bf01\n"
                                                  "s = f32[2,5,7,9] add(c, d)  zero = f32[] constant(0)\n"
                                                  "ROOT r = f32[2,5] reduce(s, zero), dimensions={2,3}, to_apply=add",
                                    {});
    CHECK(count(module, Opcode::Copy) == 0);
    for (const Instruction* c : all(module, Opcode::Convolution)) CHECK(c->attributes.convolution->output_feature == 3);
}

TEST_CASE("convolutions of 16-bit floats have their features last, whatever the type of their results") {
    const auto changes = [](const std::string& type, const std::string& result) {
        const Module module = module_of("x = " + type + "[2,3,7,9] parameter(0)  w = " + type +
                                        "[5,3,3,3] parameter(1)\nROOT c = " + result +
                                        "[2,5,7,9] convolution(x, w), window={size=3x3 pad=1_1x1_1}, "
                                        "dim_labels=bf01_oi01->bf01");
        return features_are_last(module) && count(module, Opcode::Copy) == 2;
    };
    CHECK(changes("f16", "f16"));
    CHECK(changes("bf16", "bf16"));
    CHECK(changes("bf16", "f32"));
    CHECK_FALSE(changes("f8e5m2", "f32"));
    CHECK_FALSE(changes("f32", "f64"));
}

TEST_CASE("without the option a convolution keeps its order") {
    const Module module = module_of(kFirstLayer + "ROOT r = f32[2,5,7,9] negate(c)", {});
    CHECK(count(module, Opcode::Copy) == 0);
}

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

TEST_CASE("what the module transposes to features last, before and after a convolution, is not copied") {
    const std::string window = "window={size=4 pad=3_0}, dim_labels=bf0_oi0->bf0, feature_group_count=6\n";
    const Module batch =
        module_of("x = f32[2,9,6] parameter(0)\n w = f32[6,1,4] parameter(1)\n"
                  "t = f32[2,6,9] transpose(x), dimensions={0,2,1}\n"
                  "c = f32[2,6,9] convolution(t, w), " +
                  window + "r = f32[2,6,9] tanh(c)\n ROOT u = f32[2,9,6] transpose(r), dimensions={0,2,1}");
    const Module one = module_of("x = f32[9,6] parameter(0)\n w = f32[6,1,4] parameter(1)\n"
                                 "t = f32[6,9] transpose(x), dimensions={1,0}\n b = f32[1,6,9] reshape(t)\n"
                                 "c = f32[1,6,9] convolution(b, w), " +
                                 window + "r = f32[6,9] reshape(c)\n ROOT u = f32[9,6] transpose(r), dimensions={1,0}");
    for (const Module* module : {&batch, &one}) {
        CHECK(features_are_last(*module));
        CHECK(count(*module, Opcode::Copy) == 0);
        CHECK(all(*module, Opcode::Transpose).size() <= 1); // of the weights
    }
}
