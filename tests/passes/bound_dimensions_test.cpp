// Modules with dynamic dimensions become modules without.
#include <catch2/catch.hpp>

#include "bound/dimensions.h"
#include "evaluate/evaluator.h"
#include "ir/dynamic_shapes.h"
#include "lowering.h"
#include "read/reader.h"
#include "support/diagnostics.h"
#include "verify/verify.h"

using namespace hlo2cpp;

namespace {

constexpr const char* kSum = R"(
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
)";

Module bounded(const std::string& text) {
    Module module = read_module_bytes(text);
    Diagnostics diagnostics;
    verify(module, diagnostics);
    INFO(diagnostics.render("test"));
    REQUIRE(!diagnostics.has_errors());
    module = bound_dimensions(std::move(module));
    CHECK(!has_dynamic_dimensions(module));
    Diagnostics again;
    verify(module, again);
    CHECK(again.render("test").empty());
    return module;
}

Tensor reals(std::vector<std::int64_t> dims, const std::vector<double>& values) {
    Tensor tensor(Shape::array(ElementType::F32, std::move(dims)));
    for (std::size_t i = 0; i < values.size(); ++i) tensor.reals()(static_cast<std::int64_t>(i)) = values[i];
    return tensor;
}

Tensor number(std::int64_t value) {
    Tensor tensor(Shape::scalar(ElementType::S32));
    tensor.integers()(0) = value;
    return tensor;
}

} // namespace

TEST_CASE("a module without dynamic dimensions stays as it is", "[bound]") {
    const Module module =
        bounded("HloModule m\nENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n");
    CHECK(module.parameter_shapes.size() == 1);
    CHECK(module.source != nullptr);
}

TEST_CASE("sizes follow the arguments and results whose they are", "[bound]") {
    const Module module = bounded(R"(HloModule m, input_output_alias={ {1}: (1, {}, may-alias) }

ENTRY e {
  x = f32[<=4,<=3] parameter(0)
  y = f32[2] parameter(1)
  z = f32[<=4,<=3] negate(x)
  v = f32[2] negate(y)
  ROOT r = (f32[<=4,<=3], f32[2]) tuple(z, v)
}
)");
    REQUIRE(module.parameter_shapes.size() == 4);
    CHECK(to_string(module.parameter_shapes[0]) == "f32[4,3]");
    CHECK(to_string(module.parameter_shapes[2]) == "s32[]");
    CHECK(to_string(module.result_shape) == "(f32[4,3], s32[], s32[], f32[2])");
    REQUIRE(module.parameter_sizes.size() == 2);
    CHECK(module.parameter_sizes[1].size == 2);
    CHECK(module.parameter_sizes[1].array == 0);
    CHECK(module.parameter_sizes[1].dimension == 1);
    REQUIRE(module.aliases.size() == 1);
    CHECK(module.aliases[0].parameter_leaf == 3);
    CHECK(module.aliases[0].output_leaf == 3);
    CHECK(module.entry_computation()[module.entry_computation().parameters[1]].name == "x_size0");
}

TEST_CASE("leaves of tuples have sizes", "[bound]") {
    const Module module = bounded(std::string("HloModule m\n") + kSum + R"(
ENTRY e {
  p = (f32[<=3], f32[<=3]) parameter(0)
  x = f32[<=3] get-tuple-element(p), index=0
  y = f32[<=3] get-tuple-element(p), index=1
  zero = f32[] constant(0)
  a = f32[] reduce(x, zero), dimensions={0}, to_apply=sum
  b = f32[] reduce(y, zero), dimensions={0}, to_apply=sum
  ROOT r = (f32[], f32[]) tuple(a, b)
}
)");
    const std::vector<Tensor> results =
        evaluate(module, std::vector{reals({3}, {1, 2, 4}), number(2), reals({3}, {1, 2, 4}), number(1)});
    CHECK(results[0].reals()(0) == 3);
    CHECK(results[1].reals()(0) == 1);
}

TEST_CASE("sizes outside of the array are clamped", "[bound]") {
    const Module module = bounded(std::string("HloModule m\n") + kSum + R"(
ENTRY e {
  x = f32[<=3] parameter(0)
  n = s32[] parameter(1)
  y = f32[<=3] set-dimension-size(x, n), dimensions={0}
  zero = f32[] constant(0)
  a = f32[] reduce(x, zero), dimensions={0}, to_apply=sum
  b = f32[] reduce(y, zero), dimensions={0}, to_apply=sum
  c = s32[] get-dimension-size(x), dimensions={0}
  d = s32[] get-dimension-size(y), dimensions={0}
  ROOT r = (f32[], f32[], s32[], s32[]) tuple(a, b, c, d)
}
)");
    for (const std::int64_t size : {-5, 0, 2, 3, 7}) {
        const std::int64_t used = std::clamp<std::int64_t>(size, 0, 3);
        const std::vector<Tensor> results =
            evaluate(module, std::vector{reals({3}, {1, 2, 4}), number(size), number(size)});
        for (const std::size_t i : {0U, 1U})
            CHECK(results[i].reals()(0) == std::array{0, 1, 3, 7}[static_cast<std::size_t>(used)]);
        for (const std::size_t i : {2U, 3U}) CHECK(results[i].integers()(0) == used);
    }
}

TEST_CASE("a reduction ignores what is not used also where its initial value is not neutral", "[bound]") {
    const Module module = bounded(std::string("HloModule m\n") + kSum + R"(
ENTRY e {
  x = f32[<=3] parameter(0)
  ten = f32[] constant(10)
  ROOT a = f32[] reduce(x, ten), dimensions={0}, to_apply=sum
}
)");
    CHECK(evaluate(module, std::vector{reals({3}, {1, 2, 4}), number(2)})[0].reals()(0) == 13);
}

TEST_CASE("a window that is padded has as many places as over an array of the size", "[bound]") {
    const Module module = bounded(std::string("HloModule m\n") + kSum + R"(
ENTRY e {
  x = f32[<=4] parameter(0)
  zero = f32[] constant(0)
  ROOT a = f32[<=4] reduce-window(x, zero), window={size=4 pad=3_0}, to_apply=sum
}
)");
    const std::vector<Tensor> results = evaluate(module, std::vector{reals({4}, {1, 2, 4, 100}), number(3)});
    CHECK(results[1].integers()(0) == 3);
    CHECK(results[0].reals()(2) == 7);
}
