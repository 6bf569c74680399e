// Scales and offsets behind products go into constant weights with --optimize speed. All numbers here are whole, times
// powers of two, so that the bits are the same.
#include <catch2/catch.hpp>

#include "lowering.h"

using namespace hlo2cpp;
using namespace hlo2cpp::passes;

namespace {

const Goal kQuickNorms = {.in_order = false, .optimize = Optimize::Speed};

// Whole numbers that take more than a byte.
std::string wide_numbers(int count, int factor = 1) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + std::to_string((i * 379 % 1001 - 500) * factor);
    return text;
}

std::string wide_matrix(int rows, int columns) {
    std::string text, all = wide_numbers(rows * columns);
    for (int i = 0, column = 0; i < static_cast<int>(all.size()); ++i)
        text += all[static_cast<std::size_t>(i)] == ',' && ++column % columns == 0
                    ? std::string("},{")
                    : std::string(1, all[static_cast<std::size_t>(i)]);
    return "{{" + text + "}}";
}

// A line NAME = f32[2,3] that repeats three numbers along the features.
std::string of_features(const std::string& name, const std::string& values) {
    return name + ".c = f32[3] constant({" + values + "})\n " + name + " = f32[2,3] broadcast(" + name +
           ".c), dimensions={1}\n ";
}

const std::string kScaledDot = "HloModule m\nENTRY e {\n x = f32[2,4] parameter(0)\n w = f32[4,3] constant(" +
                               wide_matrix(4, 3) +
                               ")\n d = f32[2,3] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n ";
const std::string kMean = of_features("m", "3,-5,7"), kScale = of_features("s", "0.5,2,-4"),
                  kOffset = of_features("b", "1,2,3");

Module with_norm(const std::string& lines, const Goal& goal = kQuickNorms) {
    return precomputed(kScaledDot + lines + "}\n", *find_target("cortex-m7"), goal);
}

std::size_t scalings(const Module& module) {
    return count_in_entry(module, Opcode::Multiply) + count_in_entry(module, Opcode::Divide);
}

} // namespace

TEST_CASE("a batch norm behind a product is in its weights with --optimize speed alone") {
    const std::string norm = kMean + kScale + kOffset +
                             "c = f32[2,3] subtract(d, m)\n t = f32[2,3] multiply(c, s)\n"
                             " ROOT r = f32[2,3] add(t, b)\n";
    const Module module = with_norm(norm);
    CHECK(module.scaled_weights == std::vector<std::string>{"d"});
    CHECK(scalings(module) == 0);
    const Instruction& sum = result(module);
    REQUIRE(sum.opcode == Opcode::Add);
    CHECK(operand(module, sum, 0).opcode == Opcode::Dot);
    for (const Goal& goal : {Goal{.in_order = true, .optimize = Optimize::Speed}, Goal{.optimize = Optimize::Balanced},
                             Goal{.optimize = Optimize::Size}}) {
        CHECK(scalings(with_norm(norm, goal)) == 1);
        CHECK(with_norm(norm, goal).scaled_weights.empty());
    }
}

TEST_CASE("numbers may be subtracted from, divided by, and alone") {
    const Module module = with_norm(kMean + kScale +
                                    "c = f32[2,3] subtract(m, d)\n t = f32[2,3] divide(c, s)\n"
                                    " h = f32[] constant(8)\n e = f32[2,3] broadcast(h), dimensions={}\n"
                                    " ROOT r = f32[2,3] multiply(e, t)\n");
    CHECK(module.scaled_weights.size() == 1);
    CHECK(scalings(module) == 0);
}

TEST_CASE("where all offsets are zero nothing is added") {
    const Module module = with_norm(kScale + "ROOT t = f32[2,3] multiply(d, s)\n");
    CHECK(result(module).opcode == Opcode::Dot);
    CHECK(result(module).name == "t");
}

TEST_CASE("a convolution's weights hold the scales of their features, of each group too") {
    const auto convolution = [](const std::string& groups, int inputs) {
        return "HloModule m\nENTRY e {\n x = f32[1,2,5] parameter(0)\n v = f32[" + std::to_string(18 * inputs) +
               "] constant({" + wide_numbers(18 * inputs) + "})\n w = f32[6," + std::to_string(inputs) +
               ",3] reshape(v)\n d = f32[1,6,3] convolution(x, w), window={size=3}, dim_labels=bf0_oi0->bf0" + groups +
               "\n q = f32[6] constant({1,2,4,0.5,-8,16})\n s = f32[1,6,3] broadcast(q), dimensions={1}\n"
               " t = f32[1,6,3] multiply(d, s)\n o = f32[6] constant({1,2,3,4,5,6})\n"
               " b = f32[1,6,3] broadcast(o), dimensions={1}\n ROOT r = f32[1,6,3] add(t, b)\n}\n";
    };
    for (const std::string& text : {convolution("", 2), convolution(", feature_group_count=2", 1)}) {
        const Module module = precomputed(text, *find_target("x86-64-v3"), kQuickNorms);
        CHECK(module.scaled_weights.size() == 1);
        CHECK(scalings(module) == 0);
    }
}

TEST_CASE("weights on the left of a product hold the scales of its rows") {
    const Module module =
        precomputed("HloModule m\nENTRY e {\n x = f32[4,2] parameter(0)\n w = f32[3,4] constant(" + wide_matrix(3, 4) +
                        ")\n d = f32[3,2] dot(w, x), lhs_contracting_dims={1}, "
                        "rhs_contracting_dims={0}\n q = f32[3] constant({2,4,-0.5})\n"
                        " s = f32[3,2] broadcast(q), dimensions={0}\n"
                        " ROOT r = f32[3,2] multiply(d, s)\n}\n",
                    *find_target("generic"), kQuickNorms);
    CHECK(result(module).opcode == Opcode::Dot);
}

TEST_CASE("scales stay behind a product where they cannot be in its weights") {
    const auto stays = [](const std::string& lines) {
        const Module module = with_norm(lines);
        return module.scaled_weights.empty() && scalings(module) > 0;
    };
    const std::string by_scale = "t = f32[2,3] multiply(d, s)\n ";
    CHECK(stays(kScale + by_scale + "n = f32[2,3] negate(d)\n ROOT r = f32[2,3] maximum(t, n)\n")); // d is read twice
    CHECK(stays("y = f32[4,5] parameter(1)\n u = f32[3,5] dot(w, y), lhs_contracting_dims={0}, "
                "rhs_contracting_dims={0}\n " +
                kScale + by_scale + "ROOT r = (f32[2,3], f32[3,5]) tuple(t, u)\n")); // w is read twice
    CHECK(
        stays("q = f32[2] constant({2,4})\n s = f32[2,3] broadcast(q), dimensions={0}\n ROOT " + by_scale)); // of rows
    CHECK(stays("s = f32[2,3] parameter(1)\n ROOT " + by_scale));
    CHECK(stays(of_features("s", "1e38,1,1") + "ROOT " + by_scale));  // infinite
    CHECK(stays(of_features("s", "1e-45,1,1") + "ROOT " + by_scale)); // loses bits
    CHECK(stays(kScale + "ROOT t = f32[2,3] divide(s, d)\n"));
    const std::string large = "12582912,1,1", huge = "1e20,1,1"; // the former rounds
    CHECK(stays(kScale + of_features("l", large) + by_scale +
                "u = f32[2,3] add(t, l)\n ROOT v = f32[2,3] subtract(u, l)\n"));
    CHECK(stays(kScale + of_features("l", "0.75,1,1") + by_scale +
                "u = f32[2,3] add(t, l)\n ROOT v = f32[2,3] subtract(u, l)\n"));
    CHECK(stays(of_features("l", huge) + of_features("s", huge) +
                "u = f32[2,3] add(d, l)\n ROOT v = f32[2,3] multiply(u, s)\n"));
}

TEST_CASE("weights that would vanish stay") {
    const Module module =
        precomputed("HloModule m\nENTRY e {\n x = f64[1,2] parameter(0)\n"
                    " w = f64[2,2] constant({{1.25e-200,3.5e-200},{4.5e-200,-9.5e-200}})\n"
                    " d = f64[1,2] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                    " c = f64[2] constant({1.5e-200,2.5e-200})\n s = f64[1,2] broadcast(c), dimensions={1}\n"
                    " h = f64[] constant(1e-20)\n g = f64[1,2] broadcast(h), dimensions={}\n"
                    " t = f64[1,2] multiply(d, g)\n ROOT r = f64[1,2] multiply(t, s)\n}\n",
                    *find_target("generic"), kQuickNorms);
    CHECK(module.scaled_weights.empty());
}

TEST_CASE("weights that are stored as bytes stay so") {
    const Module module = precomputed("HloModule m\nENTRY e {\n x = f32[2,2] parameter(0)\n"
                                      " w = f32[2,3] constant({{0.3,5,7},{0.6,9,-127}})\n"
                                      " d = f32[2,3] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" +
                                          kScale + "ROOT t = f32[2,3] multiply(d, s)\n}\n",
                                      *find_target("cortex-m7"), kQuickNorms);
    CHECK(module.scaled_weights.empty());
}
