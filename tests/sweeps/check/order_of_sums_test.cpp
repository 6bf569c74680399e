// The bits of --deterministic sums: order and rounding as compiler/guide/numerics.md states them, computed here by
// loops, whatever the target, the compiler and its level.
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>

#include "driver/run.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

constexpr std::array<std::int64_t, 5> kLengths = {16, 17, 23, 40, 1000};
constexpr std::int64_t kRows = 5;

// For each length n, of x[n], w[rows, n] and v[n, rows]: w x, the means of w's rows, the largest of each, and x v; then
// f64.
std::string module_text() {
    std::string text = "HloModule m\n"
                       "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
                       "most { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] maximum(a, b) }\n"
                       "ENTRY e {\n zero = f32[] constant(0)\n low = f32[] constant(-inf)\n";
    std::string results, types;
    int parameter = 0;
    const auto result = [&](const std::string& name, const std::string& type) {
        results += (results.empty() ? "" : ", ") + name;
        types += (types.empty() ? "" : ", ") + type;
    };
    for (const std::int64_t length : kLengths) {
        const std::string n = std::to_string(length);
        const auto argument = [&](const std::string& name, const std::string& type) {
            text += " " + name + n + " = " + type + " parameter(" + std::to_string(parameter++) + ")\n";
        };
        argument("x", "f32[" + n + "]");
        argument("w", "f32[5," + n + "]");
        argument("v", "f32[" + n + ",9]");
        argument("d", "f64[3," + n + "]");
        argument("e", "f64[" + n + "]");
        text += " p" + n + " = f32[5] dot(w" + n + ", x" + n +
                "), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n" + " s" + n + " = f32[5] reduce(w" + n +
                ", zero), dimensions={1}, to_apply=add\n" + " n" + n + " = f32[5] constant({" + n + "," + n + "," + n +
                "," + n + "," + n + "})\n" + " m" + n + " = f32[5] divide(s" + n + ", n" + n + ")\n" + " l" + n +
                " = f32[5] reduce(w" + n + ", low), dimensions={1}, to_apply=most\n" + " c" + n + " = f32[9] dot(x" +
                n + ", v" + n + "), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n" + " f" + n +
                " = f64[3] dot(d" + n + ", e" + n + "), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
        for (const char* name : {"p", "m", "l"}) result(name + n, "f32[5]");
        result("c" + n, "f32[9]");
        result("f" + n, "f64[3]");
    }
    return text + " ROOT r = (" + types + ") tuple(" + results + ")\n}\n";
}

// Term k, a(k) b(k), goes to lane k mod 8; ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7)).
template <typename Float, typename A, typename B>
Float sum_in_lanes(std::int64_t length, A&& a, B&& b) {
    std::array<Float, 8> l = {};
    for (std::int64_t k = 0; k < length; ++k) {
        Float& sum = l[static_cast<std::size_t>(k % 8)];
        sum = std::fma(a(k), b(k), sum);
    }
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}

// The same of the terms of a reduce: from 64 terms a lane on, each lane adds blocks of so many terms, the smallest
// power of two (from 16 on) whose square is at least the number of its terms, to a partial sum, and that to its total.
float reduced_in_lanes(std::int64_t length, const std::function<float(std::int64_t)>& term) {
    constexpr std::int64_t kLeastTerms = 64;
    const std::int64_t steps = length / 8;
    std::int64_t block = 16;
    while (block * block < steps) block *= 2;
    if (steps < kLeastTerms) block = length;
    std::array<float, 8> l = {};
    for (std::int64_t lane = 0; lane < 8; ++lane) {
        float& total = l[static_cast<std::size_t>(lane)];
        for (std::int64_t first = 0; first * 8 + lane < length; first += block) {
            float partial = 0;
            for (std::int64_t k = first; k < first + block && k * 8 + lane < length; ++k) partial += term(k * 8 + lane);
            total += partial;
        }
    }
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
}

// Numbers whose sums are rounded, so that other orders have other bits.
template <typename Float>
Literal numbers(ElementType type, const std::vector<std::int64_t>& dims, std::uint32_t& state) {
    Literal literal{.shape = Shape::array(type, dims), .bytes = {}};
    literal.bytes.resize(static_cast<std::size_t>(literal.shape.elements()) * sizeof(Float));
    for (std::int64_t i = 0; i < literal.shape.elements(); ++i) {
        state = state * 1664525U + 1013904223U;
        const Float value = std::ldexp(static_cast<Float>(state >> 4) + Float(0.5), -28) - Float(0.375);
        std::memcpy(literal.bytes.data() + static_cast<std::size_t>(i) * sizeof(Float), &value, sizeof value);
    }
    return literal;
}

struct Case {
    std::vector<Literal> arguments;
    std::vector<std::vector<double>> expected; // by result; each float is a double
};

Case make_case() {
    Case made;
    std::uint32_t state = 1;
    for (const std::int64_t n : kLengths) {
        const Literal x = numbers<float>(ElementType::F32, {n}, state),
                      w = numbers<float>(ElementType::F32, {5, n}, state),
                      v = numbers<float>(ElementType::F32, {n, 9}, state);
        const Literal d = numbers<double>(ElementType::F64, {3, n}, state),
                      e = numbers<double>(ElementType::F64, {n}, state);
        std::vector<double> product, mean, most, columns, wide;
        for (std::int64_t i = 0; i < kRows; ++i) {
            product.push_back(sum_in_lanes<float>(
                n, [&](std::int64_t k) { return w.at<float>(i * n + k); },
                [&](std::int64_t k) { return x.at<float>(k); }));
            mean.push_back(reduced_in_lanes(n, [&](std::int64_t k) { return w.at<float>(i * n + k); }) /
                           static_cast<float>(n));
            float largest = w.at<float>(i * n);
            for (std::int64_t k = 1; k < n; ++k) largest = std::max(largest, w.at<float>(i * n + k));
            most.push_back(largest);
        }
        for (std::int64_t j = 0; j < 9; ++j) { // points side by side: in the module's order
            float sum = 0;
            for (std::int64_t k = 0; k < n; ++k) sum = std::fma(x.at<float>(k), v.at<float>(k * 9 + j), sum);
            columns.push_back(sum);
        }
        for (std::int64_t i = 0; i < 3; ++i)
            wide.push_back(sum_in_lanes<double>(
                n, [&](std::int64_t k) { return d.at<double>(i * n + k); },
                [&](std::int64_t k) { return e.at<double>(k); }));
        for (const Literal& argument : {x, w, v, d, e}) made.arguments.push_back(argument);
        for (std::vector<double>* result : {&product, &mean, &most, &columns, &wide})
            made.expected.push_back(std::move(*result));
    }
    return made;
}

std::vector<double> values(const Literal& literal) {
    std::vector<double> list;
    for (std::int64_t i = 0; i < literal.shape.elements(); ++i)
        list.push_back(literal.shape.type == ElementType::F64 ? literal.at<double>(i)
                                                              : static_cast<double>(literal.at<float>(i)));
    return list;
}

} // namespace

TEST_CASE("deterministic sums have the bits of the stated order on every target and at every level", "[sweep]") {
    const Case made = make_case();
    for (const char* const name : {"generic", "cortex-m7", "x86-64-v3"}) {
        const Target target = *find_target(name);
        if (target.vector_bytes > 0 && !__builtin_cpu_supports("avx2")) continue;
        CompileOptions options{.target = target};
        options.generate.name = "m";
        options.generate.goal.in_order = true;
        Diagnostics diagnostics;
        const Compilation c = compile(read_module_bytes(module_text()), options, diagnostics);
        REQUIRE_FALSE(diagnostics.has_errors());
        Target host = target; // the code for a Cortex-M7 compiles for hosts, too
        if (target.vector_bytes == 0) host.compiler_flags = "";
        for (const char* const level : {"-O0", "-O2", "-O3"}) {
            INFO(name << " " << level);
            const GeneratedRun run = run_compiled(c, "m", host, {.leaves = made.arguments}, level);
            REQUIRE(run.results.size() == made.expected.size());
            for (std::size_t i = 0; i < run.results.size(); ++i) {
                INFO("result " << i);
                CHECK(values(run.results[i]) == made.expected[i]);
            }
        }
    }
}
