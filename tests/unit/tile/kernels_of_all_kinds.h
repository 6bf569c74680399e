// Modules of one kernel or two, from which the tests of tiling take their kernels.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "unit/fuse/fused.h"

namespace hlo2cpp {

// "{ {0, 1}, {2, 3} }": a literal with other elements everywhere.
inline std::string numbered_literal(const std::vector<std::int64_t>& dims, std::size_t from, std::int64_t& next) {
    if (from == dims.size()) return std::to_string(next++);
    std::string text;
    for (std::int64_t i = 0; i < dims[from]; ++i)
        text += (i == 0 ? "{" : ", ") + numbered_literal(dims, from + 1, next);
    return text + "}";
}

inline std::string array_text(const std::vector<std::int64_t>& dims) {
    std::string text;
    for (const std::int64_t size : dims) text += (text.empty() ? "" : ",") + std::to_string(size);
    return "f32[" + text + "]";
}

// A parameter, or a constant with numbered elements.
inline std::string source_text(const std::string& name, const std::vector<std::int64_t>& dims, bool constant,
                               int number) {
    std::int64_t next = 0;
    return name + " = " + array_text(dims) +
           (constant ? " constant(" + numbered_literal(dims, 0, next) + ")"
                     : " parameter(" + std::to_string(number) + ")") +
           "\n";
}

struct Operation {
    std::vector<std::int64_t> x, w, y; // sizes of both operands and of the result
    std::string opcode;
    std::string attributes;
};

inline std::string module_of(const Operation& op, bool constant_weights) {
    return "HloModule m\nENTRY e {\n" + source_text("x", op.x, false, 0) + source_text("w", op.w, constant_weights, 1) +
           "ROOT y = " + array_text(op.y) + " " + op.opcode + "(x, w), " + op.attributes + "\n}\n";
}

inline std::vector<Operation> products() {
    const std::string same = "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f";
    return {
        {{1, 9, 11, 3}, {3, 3, 3, 8}, {1, 9, 11, 8}, "convolution", same},
        {{1, 8, 8, 4}, {3, 3, 4, 21}, {1, 8, 8, 21}, "convolution", same},
        {{2, 6, 7, 4}, {3, 3, 4, 5}, {2, 6, 7, 5}, "convolution", same},
        {{1, 13, 13, 3},
         {3, 3, 3, 16},
         {1, 6, 6, 16},
         "convolution",
         "window={size=3x3 stride=2x2}, dim_labels=b01f_01io->b01f"},
        {{1, 12, 12, 3},
         {5, 5, 3, 6},
         {1, 6, 6, 6},
         "convolution",
         "window={size=5x5 stride=2x2 pad=2_1x2_1}, dim_labels=b01f_01io->b01f"},
        {{1, 10, 10, 2},
         {3, 3, 2, 4},
         {1, 10, 10, 4},
         "convolution",
         "window={size=3x3 pad=2_2x2_2 rhs_dilate=2x2}, dim_labels=b01f_01io->b01f"},
        {{1, 4, 4, 2},
         {3, 3, 2, 4},
         {1, 9, 9, 4},
         "convolution",
         "window={size=3x3 pad=2_2x2_2 lhs_dilate=2x2}, dim_labels=b01f_01io->b01f"},
        {{1, 3, 24, 2}, {3, 3, 2, 4}, {1, 3, 24, 4}, "convolution", same},
        {{1, 3, 24, 2},
         {3, 5, 2, 4},
         {1, 3, 24, 4},
         "convolution",
         "window={size=3x5 pad=1_1x2_2 rhs_reversal=0x1}, dim_labels=b01f_01io->b01f"},
        {{1, 3, 48, 3},
         {3, 5, 1, 3},
         {1, 3, 48, 3},
         "convolution",
         "window={size=3x5 pad=1_1x2_2}, dim_labels=b01f_01io->b01f, feature_group_count=3"},
        {{1, 5, 48, 2},
         {3, 3, 1, 2},
         {1, 3, 24, 2},
         "convolution",
         "window={size=3x3 stride=2x2 pad=1_1x0_1}, dim_labels=b01f_01io->b01f, feature_group_count=2"},
        {{1, 8, 8, 12},
         {3, 3, 1, 12},
         {1, 8, 8, 12},
         "convolution",
         "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=12"},
        {{1, 6, 6, 8},
         {3, 3, 4, 6},
         {1, 6, 6, 6},
         "convolution",
         "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2"},
        {{1, 5, 5, 7}, {1, 1, 7, 9}, {1, 5, 5, 9}, "convolution", "window={size=1x1}, dim_labels=b01f_01io->b01f"},
        {{1, 3, 9, 17},
         {4, 3, 3, 3},
         {1, 4, 9, 17},
         "convolution",
         "window={size=3x3 pad=1_1x1_1}, dim_labels=bf01_oi01->bf01"},
        {{1, 40, 3}, {5, 3, 4}, {1, 40, 4}, "convolution", "window={size=5 pad=4_0}, dim_labels=b0f_0io->b0f"},
        {{1, 2, 2, 3}, {3, 3, 3, 8}, {1, 2, 2, 8}, "convolution", same}, // nothing but border
        {{7, 16}, {16, 10}, {7, 10}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
        {{24, 32}, {32, 40}, {24, 40}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
        {{24, 32}, {40, 32}, {24, 40}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={1}"},
        {{7, 16}, {10, 16}, {7, 10}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={1}"},
        {{16, 7}, {16, 33}, {7, 33}, "dot", "lhs_contracting_dims={0}, rhs_contracting_dims={0}"},
        {{1, 96}, {96, 13}, {1, 13}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
        {{96}, {96, 13}, {13}, "dot", "lhs_contracting_dims={0}, rhs_contracting_dims={0}"},
        {{37, 96}, {96}, {37}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
        {{100}, {100}, {}, "dot", "lhs_contracting_dims={0}, rhs_contracting_dims={0}"},
        {{3, 8, 5},
         {3, 5, 6},
         {3, 8, 6},
         "dot",
         "lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}"},
        {{3, 8, 5}, {3, 5, 6}, {8, 6}, "dot", "lhs_contracting_dims={0,2}, rhs_contracting_dims={0,1}"},
        {{2, 2}, {2, 2}, {2, 2}, "dot", "lhs_contracting_dims={1}, rhs_contracting_dims={0}"},
    };
}

// Convolutions with any strides, paddings (also negative), dilations, groups and sizes.
inline std::vector<Operation> random_convolutions(std::uint32_t seed, std::size_t count) {
    std::mt19937 random(seed);
    const auto from_to = [&](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    std::vector<Operation> list;
    while (list.size() < count) {
        std::string sizes, strides, pads, input_dilations, window_dilations;
        const std::int64_t groups = from_to(1, 3), features = groups * from_to(1, 4), outputs = groups * from_to(1, 9);
        Operation op{{from_to(1, 2)}, {}, {}, "convolution", ""};
        op.y = op.x;
        bool fits = true;
        for (int d = 0; d < 2; ++d) {
            const std::int64_t size = from_to(1, 14), window = from_to(1, 4), stride = from_to(1, 2),
                               low = from_to(-1, 3), high = from_to(-1, 3), input_dilation = from_to(0, 5) == 0 ? 2 : 1,
                               window_dilation = from_to(0, 3) == 0 ? 2 : 1;
            const std::int64_t span = (size - 1) * input_dilation + 1 + low + high - (window - 1) * window_dilation - 1;
            fits = fits && span >= 0;
            op.x.push_back(size);
            op.w.push_back(window);
            op.y.push_back(span / stride + 1);
            const std::string by = d == 0 ? "" : "x";
            sizes += by + std::to_string(window);
            strides += by + std::to_string(stride);
            pads += by + std::to_string(low) + "_" + std::to_string(high);
            input_dilations += by + std::to_string(input_dilation);
            window_dilations += by + std::to_string(window_dilation);
        }
        op.x.push_back(features);
        op.w.push_back(features / groups);
        op.w.push_back(outputs);
        op.y.push_back(outputs);
        op.attributes = "window={size=" + sizes + " stride=" + strides + " pad=" + pads +
                        " lhs_dilate=" + input_dilations + " rhs_dilate=" + window_dilations +
                        "}, dim_labels=b01f_01io->b01f, feature_group_count=" + std::to_string(groups);
        if (fits) list.push_back(op);
    }
    return list;
}

// Modules without weights: poolings, sums, moves, elementwise work.
inline std::vector<std::string> other_modules() {
    std::vector<std::string> modules;
    const auto add = [&](const std::string& combiner, const std::string& initial, const std::string& body) {
        modules.push_back("HloModule m\nc { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] " +
                          combiner + "(a, b) }\nENTRY e {\n i = f32[] constant(" + initial + ")\n" + body + "\n}\n");
    };
    for (const auto& [combiner, initial] :
         {std::pair("add", "0"), std::pair("maximum", "-inf"), std::pair("multiply", "1")}) {
        add(combiner, initial,
            "x = f32[1,9,9,8] parameter(0)\n ROOT y = f32[1,4,4,8] reduce-window(x, i), window={size=1x3x3x1 "
            "stride=1x2x2x1}, to_apply=c");
        add(combiner, initial,
            "x = f32[1,9,9,5] parameter(0)\n ROOT y = f32[1,9,9,5] reduce-window(x, i), window={size=1x3x3x1 "
            "pad=0_0x1_1x1_1x0_0}, to_apply=c");
        add(combiner, initial,
            "x = f32[1,5,17,17] parameter(0)\n ROOT y = f32[1,5,9,9] reduce-window(x, i), window={size=1x1x3x3 "
            "stride=1x1x2x2 pad=0_0x0_0x1_1x1_1}, to_apply=c");
        add(combiner, initial,
            "x = f32[70] parameter(0)\n ROOT y = f32[70] reduce-window(x, i), window={size=70 pad=69_0}, to_apply=c");
        add(combiner, initial,
            "x = f32[3,12,41] parameter(0)\n ROOT y = f32[3,12,41] reduce-window(x, i), window={size=1x12x1 "
            "pad=0_0x0_11x0_0}, to_apply=c");
        add(combiner, initial,
            "x = f32[12,40] parameter(0)\n ROOT y = f32[12] reduce(x, i), dimensions={1}, to_apply=c");
        add(combiner, initial,
            "x = f32[12,41] parameter(0)\n ROOT y = f32[41] reduce(x, i), dimensions={0}, to_apply=c");
        add(combiner, initial,
            "x = f32[12,41] parameter(0)\n ROOT y = f32[] reduce(x, i), dimensions={0,1}, to_apply=c");
        add(combiner, initial,
            "x = f32[6,7,8,9] parameter(0)\n ROOT y = f32[6,8] reduce(x, i), dimensions={1,3}, to_apply=c");
        add(combiner, initial,
            "x = f32[4,7,32] parameter(0)\n ROOT y = f32[7] reduce(x, i), dimensions={0,2}, to_apply=c");
        add(combiner, initial,
            "x = f32[130,12] parameter(0)\n ROOT y = f32[12] reduce(x, i), dimensions={0}, to_apply=c");
        add(combiner, initial,
            "x = f32[70,3,6] parameter(0)\n ROOT y = f32[3] reduce(x, i), dimensions={0,2}, to_apply=c");
        add(combiner, initial, "x = f32[700] parameter(0)\n ROOT y = f32[] reduce(x, i), dimensions={0}, to_apply=c");
        add(combiner, initial, "x = f32[0,7] parameter(0)\n ROOT y = f32[7] reduce(x, i), dimensions={0}, to_apply=c");
    }
    const auto plain = [&](const std::string& body) { modules.push_back("HloModule m\nENTRY e {\n" + body + "\n}\n"); };
    plain("x = f32[5,6] parameter(0)\n ROOT y = f32[5,6] cbrt(x)");
    plain("x = f32[] parameter(0)\n ROOT y = f32[] negate(x)");
    plain("x = f32[0,6] parameter(0)\n ROOT y = f32[0,6] negate(x)");
    plain("x = f32[5,6] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[9,9] pad(x, z), padding=1_3x2_1");
    plain("x = f32[5,6] parameter(0)\n z = f32[] constant(0)\n ROOT y = f32[12,4] pad(x, z), padding=1_2_1x-1_-1");
    plain("x = f32[5,6] parameter(0)\n w = f32[5,3] parameter(1)\n v = f32[5,2] parameter(2)\n ROOT y = f32[5,11] "
          "concatenate(x, w, v), dimensions={1}");
    std::string operands, parameters;
    for (int i = 0; i < 14; ++i) {
        operands += (i == 0 ? "p" : ", p") + std::to_string(i);
        parameters += "p" + std::to_string(i) + " = f32[2,3] parameter(" + std::to_string(i) + ")\n";
    }
    plain(parameters + "ROOT y = f32[28,3] concatenate(" + operands + "), dimensions={0}");
    return modules;
}

// All of them and some random ones; products once with weights that are parameters and once with constant ones.
inline std::vector<std::string> all_modules() {
    std::vector<std::string> modules = other_modules();
    std::vector<Operation> list = products();
    for (const Operation& product : random_convolutions(1, 30)) list.push_back(product);
    for (const Operation& product : list)
        for (const bool constant : {false, true}) modules.push_back(module_of(product, constant));
    return modules;
}

struct FusedModule {
    std::string text;
    Kernels kernels;
};

// Kernels of all_modules(), on flat arrays. Many tests go through them, so they are made once.
inline const std::vector<FusedModule>& all_fused() {
    static const std::vector<FusedModule> all = [] {
        std::vector<FusedModule> made;
        for (const std::string& text : all_modules()) made.push_back({text, addressed(text)});
        return made;
    }();
    return all;
}

} // namespace hlo2cpp
