// The evaluator itself: calls, loops, tuples, and which values may be overwritten. Ops have fixtures of their own.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "evaluate/evaluator.h"
#include "evaluate/lifetimes.h"
#include "read/reader.h"
#include "support/diagnostics.h"

using namespace hlo2cpp;

namespace {

Tensor vector_of(std::initializer_list<std::int64_t> values) {
    Tensor tensor(Shape::array(ElementType::S32, {static_cast<std::int64_t>(values.size())}));
    std::int64_t i = 0;
    for (const std::int64_t value : values) tensor.integers()(i++) = value;
    return tensor;
}

std::vector<std::int64_t> numbers(const Tensor& tensor) {
    return {tensor.integers().begin(), tensor.integers().end()};
}

using Numbers = std::vector<std::int64_t>;

} // namespace

TEST_CASE("a value that is used again is not overwritten") {
    const Module module = read_module_bytes(R"(HloModule m

ENTRY e {
  a = s32[3] parameter(0)
  one = s32[1] constant({1})
  zero = s32[] constant(0)
  two = s32[] constant(2)
  b = s32[3] add(a, a)
  c = s32[3] dynamic-update-slice(b, one, zero)
  d = s32[3] dynamic-update-slice(b, one, two)
  ROOT r = (s32[3], s32[3], s32[3]) tuple(b, c, d)
}
)");
    const std::vector<Tensor> results = evaluate(module, std::vector<Tensor>{vector_of({5, 6, 7})});
    REQUIRE(results.size() == 3);
    CHECK(numbers(results[0]) == Numbers{10, 12, 14});
    CHECK(numbers(results[1]) == Numbers{1, 12, 14});
    CHECK(numbers(results[2]) == Numbers{10, 12, 1});
}

TEST_CASE("an update of an array with itself") {
    const Module module = read_module_bytes(R"(HloModule m

ENTRY e {
  a = s32[3] parameter(0)
  i = s32[] constant(1)
  b = s32[3] add(a, a)
  ROOT r = s32[3] dynamic-update-slice(b, b, i)
}
)");
    CHECK(numbers(evaluate(module, std::vector<Tensor>{vector_of({1, 2, 3})})[0]) == Numbers{2, 4, 6});
}

TEST_CASE("a loop that carries a tuple, one element of it twice") {
    const Module module = read_module_bytes(R"(HloModule m

condition {
  s = (s32[], s32[4], s32[4]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(4)
  ROOT r = pred[] compare(i, n), direction=LT
}

body {
  s = (s32[], s32[4], s32[4]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  a = s32[4] get-tuple-element(s), index=1
  a2 = s32[4] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  update = s32[1] reshape(j)
  b = s32[4] dynamic-update-slice(a, update, i)
  ROOT r = (s32[], s32[4], s32[4]) tuple(j, b, a2)
}

ENTRY e {
  a = s32[4] parameter(0)
  zero = s32[] constant(0)
  s = (s32[], s32[4], s32[4]) tuple(zero, a, a)
  ROOT w = (s32[], s32[4], s32[4]) while(s), condition=condition, body=body
}
)");
    const std::vector<Tensor> results = evaluate(module, std::vector<Tensor>{vector_of({0, 0, 0, 0})});
    REQUIRE(results.size() == 3);
    CHECK(numbers(results[0]) == Numbers{4});
    CHECK(numbers(results[1]) == Numbers{1, 2, 3, 4});
    CHECK(numbers(results[2]) == Numbers{1, 2, 3, 0}); // the array before the last round
}

TEST_CASE("arguments must fit") {
    const Module module =
        read_module_bytes("HloModule m\n\nENTRY e {\n  a = s32[3] parameter(0)\n  ROOT r = s32[3] negate(a)\n}\n");
    CHECK_THROWS_AS(evaluate(module, {}), InputError);
    CHECK_THROWS_AS(evaluate(module, std::vector<Tensor>{vector_of({1, 2})}), InputError);
    CHECK_THROWS_AS(evaluate(module, std::vector<Tensor>(2, vector_of({1, 2, 3}))), InputError);
}

TEST_CASE("a bf16 reduction adds in f32 and rounds once") {
    const Module module = read_module_bytes(R"(HloModule m

add {
  x = bf16[] parameter(0)
  y = bf16[] parameter(1)
  ROOT r = bf16[] add(x, y)
}

add_slowly {
  x = bf16[] parameter(0)
  y = bf16[] parameter(1)
  z = bf16[] negate(y)
  ROOT r = bf16[] subtract(x, z)
}

ENTRY e {
  one = bf16[] constant(1)
  ones = bf16[5000] broadcast(one), dimensions={}
  zero = bf16[] constant(0)
  a = bf16[] reduce(ones, zero), dimensions={0}, to_apply=add
  b = bf16[] reduce(ones, zero), dimensions={0}, to_apply=add_slowly
  ROOT r = (bf16[], bf16[]) tuple(a, b)
}
)");
    const std::vector<Tensor> results = evaluate(module, {});
    CHECK(results[0].reals()(0) == 4992);
    CHECK(results[1].reals()(0) == 4992);
}

TEST_CASE("lifetimes tell which operands die") {
    const Module module = read_module_bytes(R"(HloModule m

ENTRY e {
  t = (s32[3], s32[3]) parameter(0)
  unused = s32[3] get-tuple-element(t), index=1
  a = s32[3] get-tuple-element(t), index=0
  b = s32[3] negate(a)
  c = s32[3] add(a, b)
  ROOT r = s32[3] multiply(c, c)
}
)");
    const Lifetimes lifetimes = lifetimes_of(module.entry_computation(), std::vector<bool>(module.computations.size()));
    const auto number = [&](const std::string& name) {
        const std::vector<Instruction>& instructions = module.entry_computation().instructions;
        return static_cast<std::size_t>(std::find_if(instructions.begin(), instructions.end(),
                                                     [&](const Instruction& i) { return i.name == name; }) -
                                        instructions.begin());
    };
    CHECK_FALSE(lifetimes.needed[number("unused")]);
    CHECK(lifetimes.dies[number("a")] == std::vector<bool>{true});
    CHECK(lifetimes.dies[number("b")] == std::vector<bool>{false});
    CHECK(lifetimes.dies[number("c")] == std::vector<bool>{true, true});
    CHECK(lifetimes.dies[number("r")] == std::vector<bool>{false, false});
    CHECK(lifetimes.last_uses[number("c")].size() == 2);
}
