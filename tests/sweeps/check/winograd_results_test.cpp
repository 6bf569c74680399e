// Convolutions by minimal filtering beside sums in f64: maps of all remainders, padded and not, several at once, odd
// numbers of channels. Their errors are at most five times those of plain sums.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "driver/run.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

struct Layer {
    std::int64_t batch, height, width, channels, features, padding;
};
using Shape4 = std::vector<std::int64_t>;

std::vector<float> numbers(std::int64_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> list;
    for (std::int64_t i = 0; i < count; ++i)
        list.push_back(static_cast<float>(random()) / 2147483648.0f - 1.0f); // [-1, 1]
    return list;
}

std::string array(const Shape4& dims) {
    std::string text = "f32[";
    for (std::size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
    return text + "]";
}

std::string nested(const Shape4& dims, std::size_t from, const std::vector<float>& values, std::size_t& next) {
    char text[40];
    if (from == dims.size()) {
        std::snprintf(text, sizeof text, "%.9g", static_cast<double>(values[next++]));
        return text;
    }
    std::string list;
    for (std::int64_t i = 0; i < dims[from]; ++i) list += (i == 0 ? "{" : ", ") + nested(dims, from + 1, values, next);
    return list + "}";
}

Shape4 result_dims(const Layer& l) {
    return {l.batch, l.height + 2 * l.padding - 2, l.width + 2 * l.padding - 2, l.features};
}

// maximum(convolution(x, w) + residual, 0), where the residual is another array of the result's shape.
std::string module_of(const Layer& l, const std::vector<float>& weights) {
    const Shape4 kernel = {3, 3, l.channels, l.features};
    const std::string result = array(result_dims(l)), pad = std::to_string(l.padding);
    std::size_t next = 0;
    return "HloModule m\nENTRY e {\n x = " + array({l.batch, l.height, l.width, l.channels}) +
           " parameter(0)\n r = " + result + " parameter(1)\n w = " + array(kernel) + " constant(" +
           nested(kernel, 0, weights, next) + ")\n c = " + result + " convolution(x, w), window={size=3x3 pad=" + pad +
           "_" + pad + "x" + pad + "_" + pad + "}, dim_labels=b01f_01io->b01f\n n = " + result +
           " negate(r)\n s = " + result + " add(c, n)\n zero = f32[] constant(0)\n zeros = " + result +
           " broadcast(zero), dimensions={}\n ROOT y = " + result + " maximum(s, zeros)\n}\n";
}

std::vector<double> sums(const Layer& l, const std::vector<float>& x, const std::vector<float>& w,
                         const std::vector<float>& residual) {
    const Shape4 dims = result_dims(l);
    std::vector<double> result;
    const auto at = [&](std::int64_t n, std::int64_t row, std::int64_t column, std::int64_t c) {
        const bool inside = row >= 0 && row < l.height && column >= 0 && column < l.width;
        const std::int64_t place = ((n * l.height + row) * l.width + column) * l.channels + c;
        return inside ? static_cast<double>(x[static_cast<std::size_t>(place)]) : 0.0;
    };
    for (std::int64_t i = 0; i < dims[0] * dims[1] * dims[2]; ++i) {
        const std::int64_t n = i / (dims[1] * dims[2]), row = i / dims[2] % dims[1], column = i % dims[2];
        for (std::int64_t f = 0; f < l.features; ++f) {
            double sum = -static_cast<double>(residual[result.size()]);
            for (std::int64_t k = 0; k < 9 * l.channels; ++k) {
                const std::int64_t tap = k / l.channels, c = k % l.channels;
                sum += at(n, row + tap / 3 - l.padding, column + tap % 3 - l.padding, c) *
                       static_cast<double>(w[static_cast<std::size_t>(k * l.features + f)]);
            }
            result.push_back(std::max(sum, 0.0));
        }
    }
    return result;
}

Literal literal_of(const Shape4& dims, const std::vector<float>& values) {
    Literal literal = Literal::zeros(Shape::array(ElementType::F32, dims));
    for (std::size_t i = 0; i < values.size(); ++i) literal.set<float>(static_cast<std::int64_t>(i), values[i]);
    return literal;
}

struct Ran {
    bool winograd = false;
    double error = 0; // the largest
};

Ran run(const Layer& l, const Target& target, Optimize optimize) {
    const std::vector<float> x = numbers(l.batch * l.height * l.width * l.channels, 1),
                             w = numbers(9 * l.channels * l.features, 2);
    const Shape4 dims = result_dims(l);
    const std::vector<float> residual = numbers(dims[0] * dims[1] * dims[2] * dims[3], 3);
    CompileOptions options;
    options.target = target;
    options.generate.goal.optimize = optimize;
    options.generate.name = "m";
    Diagnostics diagnostics;
    const Compilation c = compile(read_module_bytes(module_of(l, w)), options, diagnostics);
    REQUIRE_FALSE(diagnostics.has_errors());
    const Arguments arguments{
        .leaves = {literal_of({l.batch, l.height, l.width, l.channels}, x), literal_of(dims, residual)}};
    const GeneratedRun result = run_compiled(c, "m", target, arguments, "-O1");
    const std::vector<double> expected = sums(l, x, w, residual);
    Ran ran;
    for_each_call(c.kernels.regions, [&](const Call& call) { ran.winograd = ran.winograd || call.winograd > 0; });
    for (std::size_t i = 0; i < expected.size(); ++i)
        ran.error = std::max(
            ran.error,
            std::abs(static_cast<double>(result.results[0].at<float>(static_cast<std::int64_t>(i))) - expected[i]));
    return ran;
}

constexpr Layer kLayers[] = {
    {1, 16, 16, 16, 16, 1}, // whole tiles and vectors
    {1, 13, 11, 19, 21, 1}, // tiles hang over, the last vectors overlap or idle
    {2, 14, 18, 16, 24, 0}, // no padding, two at once
    {1, 15, 17, 12, 16, 0}, {3, 7, 7, 40, 24, 1}, {1, 4, 30, 16, 9, 1}, // one row of tiles
};

} // namespace

TEST_CASE("convolutions by minimal filtering are right at every border", "[sweep][check]") {
    std::vector<const char*> targets = {"generic", "cortex-m7"};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) targets.push_back("x86-64-v3");
#endif
    for (const char* name : targets)
        for (const Layer& layer : kLayers) {
            INFO(name << ", " << layer.height << " x " << layer.width << " x " << layer.channels << " to "
                      << layer.features << ", padding " << layer.padding);
            Target target = *find_target(name);
            if (target.vector_bytes == 0) target.compiler_flags.clear(); // such files compile for hosts, too
            const Ran plain = run(layer, target, Optimize::Balanced), few = run(layer, target, Optimize::Speed);
            CHECK_FALSE(plain.winograd);
            CHECK(few.winograd);
            CHECK(plain.error < 1e-5);
            CHECK(few.error <= 5 * plain.error);
        }
}
