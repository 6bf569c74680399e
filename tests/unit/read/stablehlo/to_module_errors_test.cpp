// StableHLO as HLO: what is refused.
#include <catch2/catch.hpp>

#include "unit/read/stablehlo/refusals.h"

namespace hlo2cpp::stablehlo {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("a call that names no function is refused, also beside a function without a name", "[read]") {
    CHECK_THAT(said_of_program("func.func private @\"\"() {\n  return\n}\n"
                               "func.func @main() {\n  \"func.call\"() : () -> ()\n  return\n}\n")
                   .message,
               Contains("func.call: it does not say which function it calls"));
    CHECK_THAT(
        said_of_program("func.func private @f(%a: tensor<f32>) -> tensor<f32> {\n  return %a : tensor<f32>\n}\n"
                        "func.func @main(%a: tensor<f32>) -> tensor<f32> {\n"
                        "  %0 = stablehlo.custom_call @stablehlo.composite(%a) {mhlo.attributes = {decomposition = "
                        "@f}} : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n")
            .message,
        Contains("it does not say which function it calls"));
}

TEST_CASE("all that is not supported is named at once, with its place", "[read]") {
    const InputErrors error = errors_of(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.unary_einsum"(%a) <{einsum_config = "i->i"}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.unary_einsum"(%0) <{einsum_config = "i->i"}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "chlo.unknown"(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
)");
    CHECK(error.diagnostic.message ==
          "stablehlo.unary_einsum: hlo2cpp does not support this operation (2 times, this is the first)");
    CHECK(error.diagnostic.place.line == 3);
    REQUIRE(error.more.size() == 1);
    CHECK(error.more[0].message == "chlo.unknown: hlo2cpp does not support this operation");
    CHECK(error.more[0].place.line == 5);
}

TEST_CASE("errors in several operations, also of regions, are all told", "[read]") {
    const InputErrors error = errors_of(R"(
func.func @main(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = stablehlo.slice %a [0:9] : (tensor<4xf32>) -> tensor<9xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.slice %a [1:9] : (tensor<4xf32>) -> tensor<8xf32>
    %3 = stablehlo.slice %2 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %4 = stablehlo.custom_call @python_callback(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}
)");
    CHECK(error.diagnostic.place.line == 3);
    REQUIRE(error.more.size() == 2);
    CHECK(error.more[0].place.line == 5);
    CHECK(error.more[1].place.line == 11);
    CHECK_THAT(error.more[1].message, Contains("calls back into Python"));
}

TEST_CASE("an operation that does not fit its operands is refused where it stands", "[read]") {
    const Diagnostic error = said_of_program(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %a [0:9] : (tensor<4xf32>) -> tensor<9xf32>
  %1 = stablehlo.slice %0 [0:3] : (tensor<9xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
)");
    CHECK_THAT(error.message, StartsWith("stablehlo.slice: "));
    CHECK(error.place.line == 3);
    CHECK_THAT(said_of_program(function("%a: tensor<4xf32>", "tensor<5xf32>", R"(
  %0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>)"))
                   .message,
               Contains("it gives f32[8], but the type of its result says tensor<5xf32>"));
    CHECK_THAT(said_of_program(function("%a: tensor<1x3xf32>", "tensor<2x3xf32>", R"(
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>)"))
                   .message,
               Contains("two dimensions of its operand become one of its result"));
}

TEST_CASE("functions that are not there, or call themselves are refused", "[read]") {
    CHECK_THAT(said_of_program("func.func @main() {\n  call @g() : () -> ()\n  return\n}\n").message,
               Contains("there is no function g with a body"));
    CHECK_THAT(said_of_program("func.func @main() {\n  call @g() : () -> ()\n  return\n}\n"
                               "func.func private @g() {\n  call @g() : () -> ()\n  return\n}\n")
                   .message,
               Contains("the function g calls itself"));
    CHECK_THAT(said_of_program("func.func @main() {\n  return\n}\nfunc.func @main() {\n  return\n}\n").message,
               Contains("there is another function of this name"));
}

TEST_CASE("a return that is not the last operation, and a second module, are refused where they stand", "[read]") {
    const Diagnostic early = said_of_program("func.func @main() {\n  return\n  return\n}\n");
    CHECK_THAT(early.message, EndsWith("a return that is not the last operation of its region"));
    CHECK(early.place.line == 2);
    const std::string module = "module {\n  func.func @main() {\n    return\n  }\n}\n";
    const Diagnostic second = said_of_program(module + module);
    CHECK_THAT(second.message, Contains("this is the second of 2"));
    CHECK(second.place.line == 6);
    const Diagnostic inside = said_of_program("module {\n" + module + "}\n");
    CHECK_THAT(inside.message, Contains("inside of another"));
    CHECK(inside.place.line == 2);
}

TEST_CASE("results that the function's type does not say are refused", "[read]") {
    CHECK_THAT(said_of_program("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return\n}\n").message,
               Contains("it returns 0 results, but the function's type says 1"));
    CHECK_THAT(said_of_program("func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {\n"
                               "  return %a : tensor<4xf32>\n}\n")
                   .message,
               Contains("it returns tensor<4xf32>, but the function's type says tensor<2xf32>"));
}

} // namespace hlo2cpp::stablehlo
