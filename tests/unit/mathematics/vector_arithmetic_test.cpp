// Arithmetic of vectors by intrinsics.
#include <catch2/catch.hpp>

#include "generate/tree_text.h"
#include "mathematics/vector_arithmetic.h"
#include "mathematics/vector_function.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string text_for(IntrinsicId id, const char* target) {
    return to_text(vector_function({id, {ElementType::F32, 4}}, *find_target(target)), "", "");
}

std::string call_of(tree::Operator op, const LaneOperand& a, const LaneOperand& b, const char* target) {
    const auto call = arithmetic_call(op, a, b, 4, *find_target(target));
    return call ? to_text(*call) : "the operator";
}

} // namespace

TEST_CASE("products and sums of vectors are fused by intrinsics, with numbers as they are", "[mathematics]") {
    const std::string exponential = text_for(IntrinsicId::ExpAddend, "cortex-m55");
    CHECK_THAT(exponential, Contains("t = multiply_add_f32x4(c, 1.442695f - f32x4{}, 12583038.0f);") &&
                                Contains("k = add_number_f32x4(t, -12583038.0f);") &&
                                Contains("r = add_multiple_f32x4(add_multiple_f32x4(c, -0.69314575f, k), "
                                         "-1.4286068e-06f, k);") &&
                                Contains("return p * reinterpret_cast<f32x4>(reinterpret_cast<u32x4>(t) << 23);"));
    CHECK_THAT(text_for(IntrinsicId::ExpAddend, "armv7"), Contains("return product_f32x4(p, "));
    CHECK_THAT(text_for(IntrinsicId::Tanh, "armv7"), Contains("y = sum_f32x4(one, ratio_f32x4("));
}

TEST_CASE("integers keep their operators", "[mathematics]") {
    CHECK_THAT(text_for(IntrinsicId::Tanh, "armv7"), Contains("(0u - ((0u - n) >> 31)) & 0x3f800000u"));
}

TEST_CASE("machines whose compilers fuse vectors keep operators", "[mathematics]") {
    for (const char* const target : {"cortex-a", "x86-64-v3", "generic"})
        CHECK(text_for(IntrinsicId::Tanh, target) ==
              to_text(vector_function({IntrinsicId::Tanh, {ElementType::F32, 4}}), "", ""));
}

TEST_CASE("an operator becomes an intrinsic where the machine has none", "[mathematics]") {
    using enum tree::Operator;
    const LaneOperand a{tree::name("a")}, b{tree::name("b")}, two{tree::number(ElementType::F32, 2), true},
        x{tree::name("x"), true};
    CHECK(call_of(Add, a, b, "armv7") == "sum_f32x4(a, b)");
    CHECK(call_of(Add, a, b, "cortex-m55") == "the operator");
    CHECK(call_of(Add, two, b, "cortex-m55") == "add_number_f32x4(b, 2.0f)");
    CHECK(call_of(Subtract, a, two, "cortex-m55") == "add_number_f32x4(a, -2.0f)");
    CHECK(call_of(Subtract, a, x, "cortex-m55") == "add_number_f32x4(a, -x)");
    CHECK(call_of(Subtract, x, a, "armv7") == "difference_f32x4(x - f32x4{}, a)");
    CHECK(call_of(Multiply, a, x, "armv7") == "multiply_number_f32x4(a, x)");
    CHECK(call_of(Divide, two, b, "cortex-m55") == "ratio_f32x4(2.0f - f32x4{}, b)");
    CHECK(call_of(Divide, a, b, "cortex-a") == "the operator");
    CHECK(call_of(Less, a, b, "armv7") == "the operator");
}
