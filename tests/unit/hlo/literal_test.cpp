#include <catch2/catch.hpp>

#include "read/reader.h"
#include "support/diagnostics.h"
#include "unit/hlo/flat_literal.h"

using namespace hlo2cpp;
using Catch::Matchers::Contains;

namespace {

std::string read_constant(const std::string& shape, const std::string& text) {
    const Module module = read_module_bytes("HloModule m ENTRY e { ROOT c = " + shape + " constant(" + text + ") }");
    return flat(*module.entry_computation().instructions[0].literal);
}

} // namespace

TEST_CASE("constants of every type are read") {
    CHECK(read_constant("f32[]", "1.5") == "{1.5}");
    CHECK(read_constant("f64[3]", "{.5, 1e-3, -2}") == "{0.5, 0.001, -2}");
    CHECK(read_constant("pred[3]", "{true, false, 1}") == "{1, 0, 1}");
    CHECK(read_constant("s2[2]", "{-2, 1}") == "{-2, 1}");
    CHECK(read_constant("u4[2]", "{15, 0}") == "{15, 0}");
    CHECK(read_constant("s64[2]", "{-9223372036854775808, 9223372036854775807}") ==
          "{-9223372036854775808, 9223372036854775807}");
    CHECK(read_constant("u64[]", "18446744073709551615") == "{18446744073709551615}");
    CHECK(read_constant("c64[2]", "{(1, -2), (inf, 0.5)}") == "{(1, -2), (inf, 0.5)}");
    CHECK(read_constant("c128[]", "(1, nan)") == "{(1, nan(0x7ff8000000000000))}");
    CHECK(read_constant("bf16[2]", "{3.14, -inf}") == "{3.140625, -inf}");
    CHECK(read_constant("f16[2]", "{65504, 6e-08}") == "{65504, 5.960464477539063e-08}");
    CHECK(read_constant("f8e4m3fn[2]", "{448, -0.001953125}") == "{448, -0.001953125}");
    CHECK(read_constant("f8e5m2fnuz[2]", "{-0, 57344}") == "{0, 57344}");
    CHECK(read_constant("f8e8m0fnu[2]", "{2, 5.877472e-39}") == "{2, 5.877471754111438e-39}");
    CHECK(read_constant("f4e2m1fn[3]", "{6, 0.5, -1.5}") == "{6, 0.5, -1.5}");
}

TEST_CASE("the elements are in logical order, whatever the layout of the shape") {
    CHECK(read_constant("s32[2,3]{0,1}", "{ { 1, 2, 3 }, { 4, 5, 6 } }") == "{1, 2, 3, 4, 5, 6}");
}

TEST_CASE("arrays without elements, tuples and comments are read") {
    CHECK(read_constant("f32[0]", "{}") == "{}");
    CHECK(read_constant("f32[2,0]", "{ { /*i0=0*/ }, { /*i0=1*/ } }") == "{}");
    CHECK(read_constant("f32[0,2]", "{}") == "{}");
    CHECK(read_constant("(f32[2], (s32[], pred[]))", "( {1, 2}, (3, true) )") == "({1, 2}, ({3}, {1}))");
    CHECK(read_constant("()", "()") == "()");
}

TEST_CASE("NaNs keep sign and payload") {
    CHECK(read_constant("f32[4]", "{nan, -nan, nan(0x1), -nan(0x3ffff)}") ==
          "{nan(0x7fc00000), nan(0xffc00000), nan(0x7f800001), nan(0xff83ffff)}");
    CHECK(read_constant("bf16[]", "-nan(0x7f)") == "{nan(0xffff)}");
    CHECK(read_constant("f8e4m3fn[2]", "{nan, -nan}") == "{nan(0x7f), nan(0xff)}");
    CHECK(read_constant("f8e4m3b11fnuz[]", "nan") == "{nan(0x80)}");
    CHECK(read_constant("f8e8m0fnu[]", "nan") == "{nan(0xff)}");
}

TEST_CASE("wrong constants are refused") {
    CHECK_THROWS_WITH(read_constant("f32[3]", "{1, 2}"), Contains("only 2"));
    CHECK_THROWS_WITH(read_constant("f32[3]", "{1, 2, 3, 4}"), Contains("more"));
    CHECK_THROWS_WITH(read_constant("f32[2,2]", "{1, 2, 3, 4}"),
                      Contains("expected { before the elements of dimension 1"));
    CHECK_THROWS_WITH(read_constant("f32[2]", "{{1, 2}}"), Contains("more levels of braces"));
    CHECK_THROWS_WITH(read_constant("s32[]", "1.5"), Contains("expected an element of type s32"));
    CHECK_THROWS_WITH(read_constant("s8[]", "128"), Contains("out of the range of s8"));
    CHECK_THROWS_WITH(read_constant("u8[]", "-1"), Contains("out of the range of u8"));
    CHECK_THROWS_WITH(read_constant("f16[]", "65520"), Contains("out of the range of f16"));
    CHECK_THROWS_WITH(read_constant("f8e4m3fn[]", "inf"), Contains("out of the range of f8e4m3fn"));
    CHECK_THROWS_WITH(read_constant("f4e2m1fn[]", "nan"), Contains("out of the range of f4e2m1fn"));
    CHECK_THROWS_WITH(read_constant("token[]", "1"), Contains("cannot be token"));
}

TEST_CASE("constants that were left out are refused with what to do about it") {
    CHECK_THROWS_WITH(read_constant("f32[1000]", "{...}"), Contains("print_large_constants"));
    CHECK_THROWS_WITH(read_constant("(f32[2], s32[])", "{...}"), Contains("print_large_constants"));
}
