#include <catch2/catch.hpp>

#include "read/stablehlo/text.h"
#include "unit/read/stablehlo/stablehlo_text.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("a text that begins like StableHLO is told from others", "[stablehlo]") {
    for (const char* text : {"module {", "module @m {", "module attributes {", "builtin.module {", "func.func @f()",
                             "func.func private @f()", "func @f()", "#loc = loc(unknown)", "#loc1=loc(\"a\")",
                             "!t = f32", "  // comment\n\n//-----\nmodule {", "\"builtin.module\"() ({",
                             "\"func.func\"() ({", "{-# dialect_resources"})
        CHECK(is_stablehlo_text(text));
    for (const char* text : {"", "HloModule m\n", "// comment", "/ module {", "module", "modules {", "version 1.0;",
                             "# a comment\n", "#include <x>", "ENTRY main {", "%add (a: f32[]) -> f32[] {",
                             "\x08\x01\x12", "ML\xefR", "function @f()", "{}", "\"name\": 1"})
        CHECK_FALSE(is_stablehlo_text(text));
}

TEST_CASE("errors name the operation and the place", "[stablehlo]") {
    CHECK(body_complaint("%0 = stablehlo.add %x, %y tensor<f32>") ==
          "2:27: stablehlo.add: expected ':' and the types, but found 'tensor'");
    CHECK(body_complaint("%0 = stablehlo.add %x, %q : tensor<2x3xf32>") ==
          "2:24: stablehlo.add: no value %q is defined before this place");
    CHECK_THAT(body_complaint("%0 = stablehlo.add %x, %s : tensor<2x3xf32>"),
               Contains("operand 1 is tensor<f32> where it is defined, but tensor<2x3xf32> here"));
    CHECK_THAT(body_complaint("%0 = \"stablehlo.add\"(%x, %y) : (tensor<2x3xf32>) -> tensor<2x3xf32>"),
               Contains("there are 2 operands, but types of 1"));
    CHECK_THAT(body_complaint("%0:2 = stablehlo.abs %s : tensor<f32>"),
               Contains("2:1: stablehlo.abs: there are names for more results than 1"));
    CHECK_THAT(body_complaint("%0 = stablehlo.optimization_barrier %s, %s : tensor<f32>, tensor<f32>"),
               Contains("there are names for 1 results of 2"));
    CHECK_THAT(body_complaint("%x = stablehlo.abs %s : tensor<f32>"), Contains("the value %x is defined twice"));
    CHECK_THAT(body_complaint("%0 = stablehlo.abs %s#1 : tensor<f32>"), Contains("%s has 1 result"));
    CHECK_THAT(body_complaint("%0#0 = stablehlo.abs %s : tensor<f32>"), Contains("expected '='"));
    CHECK(body_complaint("%0 = stablehlo.frobnicate %s : tensor<f32>") ==
          "2:6: stablehlo.frobnicate: hlo2cpp knows no short form of this operation; print the module in the generic "
          "form");
    CHECK_THAT(body_complaint("%0 = stablehlo.transpose %x, dim = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>"),
               Contains("stablehlo.transpose: expected an operand or 'dims =', but found 'dim'"));
    CHECK_THAT(body_complaint("%0 = stablehlo.reshape %x : tensor<6xf32>"), Contains("as (OPERANDS) -> RESULTS"));
    CHECK_THAT(body_complaint("%0 = stablehlo.reduce_precision %s, format = half : tensor<f32>"),
               Contains("like e5m10"));
    CHECK_THAT(body_complaint("^bb1:"), Contains("here begins another one"));
    CHECK_THAT(body_complaint("\"cf.br\"()[^bb1] : () -> ()"), Contains("no branches between blocks"));
    CHECK_THAT(body_complaint("%0 = stablehlo.constant @name"), Contains("expected the elements of the constant"));
}

TEST_CASE("values of a region are not seen after it, nor those around a function", "[stablehlo]") {
    CHECK_THAT(body_complaint("\"stablehlo.if\"(%p) ({ %0 = stablehlo.abs %s : tensor<f32>\n stablehlo.return }, { "
                              "stablehlo.return }) : (tensor<i1>) -> ()\n %1 = stablehlo.abs %0 : tensor<f32>"),
               Contains("4:21: stablehlo.abs: no value %0 is defined"));
    CHECK_THAT(
        text_complaint("%0 = stablehlo.constant dense<1.0> : tensor<f32>\nfunc.func @f() -> tensor<f32> { return %0 : "
                       "tensor<f32> }"),
        Contains("func.return: no value %0 is defined"));
}

TEST_CASE("texts that end early or nest too deep are refused", "[stablehlo]") {
    const std::string whole =
        in_function("%0 = stablehlo.constant {k.a = \"s\"} dense<[1, 2]> : tensor<2xi8> loc(\"f\":1:2)");
    for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
        INFO(whole.substr(0, length));
        CHECK_FALSE(text_complaint(whole.substr(0, length)).empty());
    }
    CHECK(text_complaint("") == "1:1: the text has no operation");
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "module {";
    CHECK_THAT(text_complaint(deep), Contains("nested deeper than 100 levels"));
    CHECK_THAT(text_complaint("module { /* never closed"), Contains("comment is not closed"));
    CHECK_THAT(text_complaint("func.func @f(tensor<f32>) { return }"), Contains("needs a name, %NAME"));
}

} // namespace
} // namespace hlo2cpp::stablehlo
