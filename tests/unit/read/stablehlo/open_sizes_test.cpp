// Programs that leave sizes open: sizes that are operands, names that --input-shape takes, rules about sizes.
#include <catch2/catch.hpp>

#include "hlo/write.h"
#include "read/stablehlo/stablehlo.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

std::string complaint_of_sizes(const std::string& program, const InputShapes& input_shapes) {
    try {
        read_stablehlo(program, {.input_shapes = input_shapes});
    } catch (const InputError& error) {
        return error.diagnostic.message;
    }
    return "";
}

// A decomposition of %a by a custom call, whose operand 1 holds the sizes of its result.
std::string decomposition(const std::string& sizes, const std::string& indices = "1", const std::string& more = "") {
    return "func.func @main(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {\n"
           "  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>\n"
           "  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>\n" +
           sizes + "  %2 = stablehlo.custom_call @f(%a, %s) {indices_of_shape_operands = dense<" + indices +
           "> : tensor<1xi64>" + more +
           "} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>\n  return %2 : tensor<?x4xf32>\n}\n";
}

constexpr const char* kRowsByFour = "  %c = stablehlo.constant dense<4> : tensor<1xi32>\n"
                                    "  %s = stablehlo.concatenate %1, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> "
                                    "tensor<2xi32>\n";

} // namespace

TEST_CASE("operands with the sizes of results give a custom call its shape, and are none of HLO's", "[read]") {
    const std::string layouts = ", operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], "
                                "result_layouts = [dense<[0, 1]> : tensor<2xindex>]";
    const std::string text =
        write_text(read_stablehlo(decomposition(kRowsByFour, "1", layouts), {.input_shapes = {{"a", {3, 4}}}}).module);
    CHECK_THAT(text, Contains("f32[3,4]{0,1} custom-call(%a), custom_call_target=\"f\""));
    CHECK_THAT(text, Contains("operand_layout_constraints={f32[3,4]{0,1}}"));
}

TEST_CASE("operands that hold no sizes of the results are refused", "[read]") {
    const auto complaint = [](const std::string& sizes, const std::string& indices = "1") {
        return complaint_of_sizes(decomposition(sizes, indices), {{"a", {3, 4}}});
    };
    CHECK_THAT(complaint("  %s = stablehlo.constant dense<[3, 5]> : tensor<2xi32>\n"),
               EndsWith("its operand 1 says that result 0 is tensor<3x5xf32>, but the type of the result says "
                        "tensor<?x4xf32>"));
    CHECK_THAT(complaint("  %s = stablehlo.constant dense<[-3, 4]> : tensor<2xi32>\n"), Contains("negative size, -3"));
    CHECK_THAT(complaint(kRowsByFour, "2"), Contains("its indices_of_shape_operands must be operands"));
    CHECK_THAT(complaint(kRowsByFour, "-1"), Contains("its indices_of_shape_operands must be operands"));
    CHECK_THAT(complaint(kRowsByFour, "0"), Contains("its operand 0 holds sizes that depend on the values"));
}

TEST_CASE("a broken rule of sizes is told with the sizes", "[read]") {
    const auto program = [](const std::string& message) {
        return "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
               "  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
               "  %two = stablehlo.constant dense<2> : tensor<i32>\n"
               "  %rest = stablehlo.remainder %n, %two : tensor<i32>\n"
               "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
               "  %even = stablehlo.compare EQ, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
               "  stablehlo.custom_call @shape_assertion(%even, %n, %rest) {error_message = \"" +
               message +
               "\", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()\n"
               "  return %x : tensor<?xf32>\n}\n";
    };
    const auto complaint = [&](const std::string& message) {
        return complaint_of_sizes(program(message), {{"x", {7}}});
    };
    CHECK_THAT(complaint("{0} is odd: {1} is left"), EndsWith("a rule of the program: 7 is odd: 1 is left"));
    CHECK_THAT(complaint("{{{0}} {2} {x} {"), EndsWith("a rule of the program: {7} {2} {x} {"));
    CHECK_THAT(complaint("{99999999999999999999} {0"), EndsWith(": {99999999999999999999} {0"));
    CHECK(complaint_of_sizes(program("{0}"), {{"x", {8}}}).empty());
}

TEST_CASE("a text's own names of arguments are theirs where it has no better ones, numbers are not", "[read]") {
    const auto complaint = [](const std::string& arguments) {
        return complaint_of_sizes("func.func @main(" + arguments + ") {\n  return\n}\n", {});
    };
    CHECK_THAT(complaint("%weights: tensor<?xf32>, %0: tensor<?xf32>, %arg7: tensor<?xf32>"),
               EndsWith("--input-shape weights=? --input-shape arg1=? --input-shape arg2=?"));
    CHECK_THAT(complaint("%w: tensor<?xf32> loc(\"x\"), %v: tensor<?xf32> loc(\"y\")"),
               EndsWith("--input-shape x=? --input-shape y=?"));
    CHECK_THAT(complaint("%w: tensor<?xf32> loc(\"x\"), %v: tensor<?xf32> loc(\"x\")"),
               EndsWith("--input-shape w=? --input-shape v=?"));
    CHECK_THAT(complaint_of_sizes("\"func.func\"() <{function_type = (tensor<?xf32>) -> (), sym_name = \"main\"}> ({\n"
                                  "^bb0(%weights: tensor<?xf32>):\n  \"func.return\"() : () -> ()\n}) : () -> ()\n",
                                  {}),
               EndsWith("--input-shape weights=?"));
}

TEST_CASE("a shape for no argument of the caller's, or of too many bytes, is refused by its name", "[read]") {
    const std::string program = "func.func @main(%t: !stablehlo.token, %x: tensor<?x?xf32>) {\n  return\n}\n";
    CHECK(complaint_of_sizes(program, {{"y", {1}}}) ==
          "--input-shape y: the program has no argument of that name, but x");
    CHECK(complaint_of_sizes(program, {{"arg0", {1}}}) ==
          "--input-shape arg0: the program has no argument of that name, but x");
    CHECK_THAT(complaint_of_sizes(program, {{"x", {4000000000, 4000000000}}}),
               Contains("--input-shape gives x the shape 4000000000,4000000000, but the type "
                        "tensor<4000000000x4000000000xf32> has more bytes"));
}

} // namespace hlo2cpp::stablehlo
