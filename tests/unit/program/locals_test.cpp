// The arrays that generated code keeps on the stack, along the deepest chain of calls.
#include <catch2/catch.hpp>

#include "nest/walk.h"
#include "program/locals.h"
#include "support/runtime_text.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::int64_t bytes_of(const char* body, const char* target) {
    return locals_bytes(testing::compiled(std::string("HloModule m\nENTRY e {\n") + body + "\n}", target).program);
}

tree::Declare array(ElementType type, std::vector<std::int64_t> sizes) {
    return {.type = tree::value_type(type), .name = "a", .sizes = std::move(sizes)};
}

constexpr const char* kDot = "x = f32[12,8] parameter(0)\n w = f32[8,16] parameter(1)\n"
                             "ROOT d = f32[12,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";

} // namespace

TEST_CASE("blocks that follow each other share their bytes, blocks inside each other do not", "[program]") {
    const tree::Block first{.body = {array(ElementType::F32, {3, 4})}}, second{.body = {array(ElementType::F64, {2})}};
    CHECK(locals_bytes(tree::Function{.name = "f", .body = {first, second}}) == 48);
    CHECK(locals_bytes(tree::Function{.name = "f", .body = {array(ElementType::U8, {5}), first, second}}) == 53);
    CHECK(locals_bytes(tree::Function{.name = "f", .body = {first, array(ElementType::S64, {8})}}) == 64);
}

TEST_CASE("the deepest step counts, with the helpers that it calls", "[program]") {
    const auto step = [](const char* helper, std::vector<std::int64_t> sizes) {
        return tree::Function{
            .name = "f",
            .body = {array(ElementType::F32, std::move(sizes)), tree::Evaluate{.expression = tree::call(helper, {})}}};
    };
    Program program;
    program.steps = {step("sin_f64", {1})};
    CHECK(locals_bytes(program) == 4 + 28); // the product of reduce_large_angle_f64
    program.steps.push_back(step("exp_f32", {16}));
    CHECK(locals_bytes(program) == 64);
    program.steps.push_back(step("tan_f64", {16}));
    CHECK(locals_bytes(program) == 92);
}

TEST_CASE("accumulator tiles are counted, scalars are not", "[program]") {
    CHECK(bytes_of("x = f32[8] parameter(0)\n ROOT r = f32[8] exponential(x)", "generic") == 0);
    CHECK(bytes_of("x = f64[8] parameter(0)\n ROOT r = f64[8] sine(x)", "generic") == 28);
    const Compilation dot = testing::compiled(std::string("HloModule m\nENTRY e {\n") + kDot + "\n}", "cortex-m7");
    std::int64_t registers = 0; // accumulators
    nest::for_each<nest::Registers>(dot.nests.nests[0].bodies[0].statements, [&](const nest::Registers& made) {
        registers = 1;
        for (const std::int64_t size : made.shape) registers *= size;
    });
    CHECK(registers > 1);
    CHECK(locals_bytes(dot.program) == 4 * registers);
    CHECK_THAT(dot.code.header, Contains("local arrays are " + std::to_string(locals_bytes(dot.program)) + " bytes\n"));
    CHECK_THAT(dot.code.header, !Contains("STACK_BYTES"));
}
