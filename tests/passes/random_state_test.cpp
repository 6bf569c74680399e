// The state of random numbers as a value: what is drawn and in which order, and what cannot be.
#include <catch2/catch.hpp>

#include <cmath>

#include "bound/random_state.h"
#include "driver/compile.h"
#include "driver/run.h"
#include "evaluate/tensor.h"
#include "lowering.h"
#include "read/reader.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

Compilation verified(const std::string& text, std::uint64_t seed = 0) {
    CompileOptions options;
    options.target = *find_target("generic");
    options.seed = seed;
    options.stop_after = Stage::Bound;
    Diagnostics diagnostics;
    Compilation compilation = compile(read_module_bytes(text), options, diagnostics);
    INFO(diagnostics.render("m"));
    REQUIRE_FALSE(diagnostics.has_errors());
    return compilation;
}

std::vector<Literal> results(const std::string& text, std::uint64_t seed = 0) {
    const Compilation c = verified(text, seed);
    return run_evaluator(c.module, read_arguments(c.module, c.state, {}).leaves);
}

std::string drawing(const std::string& type, const std::string& distribution, const std::string& a,
                    const std::string& b) {
    const std::string scalar = type.substr(0, type.find('[')) + "[] constant(";
    return "HloModule m\nENTRY e {\n  a = " + scalar + a + ")\n  b = " + scalar + b + ")\n  ROOT r = " + type +
           " rng(a, b), distribution=rng_" + distribution + "\n}";
}

struct Moments {
    double mean = 0, deviation = 0, lowest = INFINITY, highest = -INFINITY;
};

Moments moments_of(const Literal& numbers) {
    const Tensor tensor = to_tensor(numbers);
    const auto n = static_cast<double>(tensor.elements());
    Moments m;
    const auto value = [&](std::int64_t i) {
        return is_float(tensor.shape.type) ? tensor.reals()(i) : static_cast<double>(tensor.integers()(i));
    };
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        m.mean += value(i) / n;
        m.lowest = std::min(m.lowest, value(i));
        m.highest = std::max(m.highest, value(i));
    }
    for (std::int64_t i = 0; i < tensor.elements(); ++i) m.deviation += (value(i) - m.mean) * (value(i) - m.mean) / n;
    m.deviation = std::sqrt(m.deviation);
    return m;
}

} // namespace

TEST_CASE("uniform numbers fill their interval evenly and never reach its end", "[random]") {
    for (const char* type : {"f32[4096]", "f16[4096]", "bf16[4096]", "f64[4096]"}) {
        INFO(type);
        const Moments m = moments_of(results(drawing(type, "uniform", "2", "6"))[0]);
        CHECK(m.mean == Approx(4).margin(0.1));
        CHECK(m.deviation == Approx(4 / std::sqrt(12.0)).margin(0.05));
        CHECK(m.lowest >= 2);
        CHECK(m.highest < 6);
    }
    for (const char* type : {"s32[4096]", "u64[4096]", "s8[4096]"}) {
        INFO(type);
        const Moments m = moments_of(results(drawing(type, "uniform", "3", "7"))[0]);
        CHECK(m.mean == Approx(4.5).margin(0.1));
        CHECK(m.lowest == 3);
        CHECK(m.highest == 6);
    }
    CHECK(moments_of(results(drawing("f32[9]", "uniform", "5", "5"))[0]).highest == 5); // nothing to choose from
}

TEST_CASE("normally distributed numbers have their mean and deviation, and tails", "[random]") {
    for (const char* type : {"f32[8192]", "f16[8192]", "bf16[8192]", "f64[8192]"}) {
        INFO(type);
        const Moments m = moments_of(results(drawing(type, "normal", "-1", "2"))[0]);
        CHECK(m.mean == Approx(-1).margin(0.1));
        CHECK(m.deviation == Approx(2).margin(0.1));
        CHECK(m.highest > -1 + 3 * 2);
        CHECK(m.lowest < -1 - 3 * 2);
    }
}

TEST_CASE("each draw, each call and each seed has numbers of its own", "[random]") {
    const std::string text = R"(HloModule m
ENTRY e {
  a = u32[] constant(0)
  b = u32[] constant(4294967295)
  x = u32[4] rng(a, b), distribution=rng_uniform
  y = u32[4] rng(a, b), distribution=rng_uniform
  ROOT r = (u32[4], u32[4]) tuple(x, y)
})";
    const std::vector<Literal> first = results(text);
    CHECK(first[0].bytes != first[1].bytes);
    CHECK(first[0].bytes == results(text)[0].bytes);
    CHECK(first[0].bytes != results(text, 1)[0].bytes);
    const Compilation c = verified(text);
    const std::vector<Literal> next = run_evaluator(c.module, {first[2]}); // the state goes on
    for (const Literal& before : {first[0], first[1]})
        for (const Literal& after : {next[0], next[1]}) CHECK(before.bytes != after.bytes);
}

TEST_CASE("the state starts as XLA's does, and the seed is its upper half", "[random]") {
    const std::string text = "HloModule m\nENTRY e { ROOT s = u64[2] rng-get-and-update-state(), delta=6 }";
    const Tensor state = to_tensor(results(text)[0]);
    CHECK(state.integers()(0) == 117515157);
    CHECK(state.integers()(1) == 0);
    CHECK(to_tensor(results(text, 17)[0]).integers()(1) == 17);
    CHECK(to_tensor(results(text)[1]).integers()(0) == 117515163);
}

TEST_CASE("the state is kept like any other, and a module that draws nothing has none", "[random]") {
    const Compilation c = verified(drawing("f32[3]", "uniform", "0", "1"), 5);
    REQUIRE(c.state.size() == 1);
    CHECK(c.state[0].name == "random_state");
    CHECK(c.module.parameter_shapes.size() == 1);
    CHECK(c.module.aliases.size() == 1);
    CHECK(verified("HloModule m\nENTRY e { ROOT x = f32[3] parameter(0) }").state.empty());
}

TEST_CASE("loops keep their names when they carry the state", "[random]") {
    const Compilation c = verified(R"(HloModule m
more { n = s32[] parameter(0)
  a = f32[] constant(0)  b = f32[] constant(1)  half = f32[] constant(0.5)
  u = f32[] rng(a, b), distribution=rng_uniform
  ROOT c = pred[] compare(u, half), direction=LT }
count { n = s32[] parameter(0)  one = s32[] constant(1)  ROOT m = s32[] add(n, one) }
ENTRY e { zero = s32[] constant(0)  ROOT waiting = s32[] while(zero), condition=more, body=count })");
    CHECK(passes::only_while(c.module).name == "waiting");
}

TEST_CASE("a draw inside a function of elements is refused", "[random]") {
    Module module = read_module_bytes(R"(HloModule m
noise { x = f32[] parameter(0)  y = f32[] parameter(1)  s = f32[] add(x, y)
  ROOT u = f32[] rng(x, s), distribution=rng_uniform }
ENTRY e { x = f32[4] parameter(0)  z = f32[] constant(0)
  ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=noise })");
    CHECK_THROWS_WITH(add_random_state(module), Contains("what it calls draws random numbers: draw them in front"));
}
