// 16-bit floats and math functions in vectors.
#include <catch2/catch.hpp>

#include "read/reader.h"
#include "unit/generate/generated.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string halves_source(const std::string& entry, const char* target) {
    return testing::compiled("HloModule m\nENTRY e {\n " + entry + " }", target).code.source;
}

std::string halves_product(const std::string& type) {
    return "x = " + type + "[20,16] parameter(0)\n w = " + type + "[16,64] parameter(1)\n ROOT r = " + type +
           "[20,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
}

std::string one_op(const std::string& type, const std::string& op) {
    return "x = " + type + "[77] parameter(0)\n ROOT r = " + type + "[77] " + op + "(x)";
}

} // namespace

TEST_CASE("products of 16-bit floats are vectors of f32, which are rounded when they are stored") {
    const std::string source = halves_source(halves_product("bf16"), "x86-64-v3");
    CHECK_THAT(source,
               Contains("f32x8 acc[") && Contains("= spread_bf16_f32x8(") && Contains("= f32x8_from_bf16(u16x8_at("));
    CHECK_THAT(source, Contains("= bf16_bits_f32x8(round_bf16_f32x8(acc[") && !Contains("f32_from_bf16("));
    CHECK_THAT(halves_source(halves_product("f16"), "x86-64-v4"),
               Contains("f32x16_from_f16(") && Contains("vcvtph2ps"));
    CHECK_THAT(halves_source(halves_product("f16"), "cortex-a"), Contains("f32x4_from_f16(") && Contains("__fp16"));
    CHECK_THAT(halves_source(halves_product("f16"), "cortex-m7"), Contains("f32_from_f16(") && !Contains("f32x"));
}

TEST_CASE("f16 are computed as they lie, one op a line, by instructions that no compiler contracts") {
    const std::string source =
        halves_source("x = f16[80] parameter(0)\n s = f16[] parameter(1)\n"
                      " b = f16[80] broadcast(s), dimensions={}\n"
                      " half = f16[] constant(0.5)\n h = f16[80] broadcast(half), dimensions={}\n"
                      " p = f16[80] multiply(x, h)\n q = f16[80] add(p, b)\n n = f16[80] abs(q)\n"
                      " m = pred[80] compare(n, h), direction=GE\n"
                      " ROOT r = f16[80] select(m, x, n)",
                      "cortex-a76");
    CHECK_THAT(source, Contains("const u16x8 p = multiply_f16x8(u16x8_at(x + i0)[v], 0x3800 - u16x8{});"));
    CHECK_THAT(source, Contains("const u16x8 q = add_f16x8(p, s_element);") && Contains("fadd %0.8h, %1.8h, %2.8h"));
    CHECK_THAT(source, Contains("const u16x8 n = q & 0x7fff;") && Contains("less_equal_f16x8(0x3800 - u16x8{}, n)"));
    CHECK_THAT(source, !Contains("f32x4"));
}

TEST_CASE("the last lanes of 16-bit floats are stored as narrower vectors that overlap") {
    const auto to_13_columns = [](const std::string& type) {
        std::string rows;
        for (int i = 0; i < 16; ++i) rows += std::string(i > 0 ? "," : "") + "{1,2,3,4,5,6,7,8,9,10,11,12,13}";
        return halves_source("x = " + type + "[20,16] parameter(0)\n w = " + type + "[16,13] constant({" + rows +
                                 "})\n ROOT r = " + type +
                                 "[20,13] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
                             "x86-64-v4");
    };
    CHECK_THAT(to_13_columns("bf16"), Contains("const f32x8 part = half_f32x16(acc[r_2], 0);") &&
                                          Contains("const f32x8 part_2 = half_f32x16(acc[r_2], 5);") &&
                                          Contains("bf16_bits_f32x8(round_bf16_f32x8(part))") &&
                                          !Contains("for (int32_t lane = "));
    CHECK_THAT(to_13_columns("f32"), Contains("set_first_lanes_f32x16(out") && !Contains("f32x8"));
}

TEST_CASE("copies of operands are no instructions: they are not traced") {
    CompileOptions options;
    options.target = *find_target("x86-64-v3");
    options.generate.trace = true;
    Diagnostics diagnostics;
    const std::string source =
        compile(read_module_bytes("HloModule m\nENTRY e {\n " + halves_product("f16") + " }"), options, diagnostics)
            .code.source;
    CHECK_THAT(source, Contains("as_f32(") && Contains("_TRACE(0, \"r\"") && !Contains("_TRACE(1, "));
}

TEST_CASE("a file that converts f16 by instructions asks for them") {
    CHECK_THAT(halves_source(halves_product("f16"), "x86-64-v3"), Contains("|| !defined(__F16C__)"));
    CHECK_THAT(halves_source(halves_product("bf16"), "x86-64-v3"), !Contains("__F16C__"));
    CHECK_THAT(halves_source(halves_product("f32"), "x86-64-v3"), !Contains("__F16C__"));
    CHECK_THAT(halves_source(halves_product("f16"), "cortex-a"), !Contains("|| !defined(__F16C__)"));
}

TEST_CASE("a math function of vectors is the helper's text with vectors in place of numbers") {
    const std::string source = halves_source(one_op("f32", "tanh"), "x86-64-v3");
    CHECK_THAT(source, Contains("// tanh_f32 of each lane.\nstatic inline f32x8 tanh_f32x8(f32x8 x) noexcept {\n"
                                "    u32x8 bits = reinterpret_cast<u32x8>(x);\n"));
    CHECK_THAT(halves_source(one_op("f64", "exponential"), "cortex-a"), Contains("f64x2 exp_f64x2(f64x2 x)"));
    CHECK_THAT(halves_source(one_op("f16", "logistic"), "x86-64-v3"),
               Contains("= f16_bits_f32x8(logistic_f32x8(x_2))")); // rounds
    CHECK_THAT(halves_source(one_op("bf16", "logistic"), "x86-64-v3"),
               Contains("(round_bf16_f32x8(logistic_f32x8(x_2)))"));
    CHECK_THAT(halves_source(one_op("f32", "tanh"), "generic"), !Contains("of each lane"));
}

TEST_CASE("arithmetic of bf16 makes no NaN that rounding has to care for; what comes from f32 may") {
    const std::string sum = "x = bf16[77] parameter(0)\n ROOT r = bf16[77] add(x, x)";
    CHECK_THAT(halves_source(sum, "x86-64-v3"),
               Contains("= bf16_bits_f32x8(nearest_bf16_f32x8(") && !Contains("round_bf16_f32x8"));
    const std::string converted = "x = f32[77] parameter(0)\n ROOT r = bf16[77] convert(x)";
    CHECK_THAT(halves_source(converted, "x86-64-v3"), Contains("round_bf16_f32x8(") && !Contains("nearest_bf16"));
}
