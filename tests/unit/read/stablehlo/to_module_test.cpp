// StableHLO as HLO: what each form becomes.
#include <catch2/catch.hpp>

#include "evaluate/evaluator.h"
#include "hlo/write.h"
#include "read/reader.h"
#include "read/stablehlo/stablehlo.h"
#include "unit/read/stablehlo/refusals.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

// The HLO text behind its header line.
std::string hlo_of(const std::string& program, const ReadOptions& options = {}) {
    const std::string text = write_text(read_stablehlo(program, options).module);
    return text.substr(text.find("\n\n") + 2);
}

std::vector<double> reals_of(const std::string& program, std::vector<Tensor> arguments = {}) {
    const Tensor result = evaluate(read_module_bytes(program), arguments).at(0);
    return {result.reals().begin(), result.reals().end()};
}

std::vector<std::int64_t> integers_of(const std::string& program) {
    const Tensor result = evaluate(read_module_bytes(program), {}).at(0);
    return {result.integers().begin(), result.integers().end()};
}

} // namespace

TEST_CASE("operations become instructions with the attributes, names and lines of the program", "[read]") {
    CHECK(hlo_of(R"(#loc1 = loc("model.py":7:3)
#loc2 = loc("jit(f)/concatenate"(callsite(#loc1 at "main.py":1:1)))
module @jit_f {
  func.func public @main(%a: tensor<2x3xf32> loc("x['w']"), %b: tensor<1x3xf32> loc("y")) -> (tensor<3x3xf32>) {
    %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32> loc(#loc2)
    return %0 : tensor<3x3xf32>
  }
}
)") == R"(ENTRY %main (x__w__: f32[2,3], y: f32[1,3]) -> f32[3,3] {
  %x__w__ = f32[2,3]{1,0} parameter(0), metadata={op_name="x[\'w\']"}
  %y = f32[1,3]{1,0} parameter(1), metadata={op_name="y"}
  ROOT %concatenate = f32[3,3]{1,0} concatenate(%x__w__, %y), dimensions={0}, metadata={op_name="jit(f)/concatenate" source_file="model.py" source_line=7}
}
)");
}

TEST_CASE("several results are a tuple, none is an empty one, and private functions are calls", "[read]") {
    CHECK(hlo_of(R"(
func.func private @g(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  return %a, %a : tensor<f32>, tensor<f32>
}
func.func @f(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = call @g(%a) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0#1, %0#0 : tensor<f32>, tensor<f32>
}
)") == R"(%g (p0: f32[]) -> (f32[], f32[]) {
  %p0 = f32[] parameter(0)
  ROOT %tuple = (f32[], f32[]) tuple(%p0, %p0)
}

ENTRY %main (a: f32[]) -> (f32[], f32[]) {
  %a = f32[] parameter(0)
  %call = (f32[], f32[]) call(%a), to_apply=%g
  %get-tuple-element = f32[] get-tuple-element(%call), index=0
  %get-tuple-element.1 = f32[] get-tuple-element(%call), index=1
  ROOT %tuple.1 = (f32[], f32[]) tuple(%get-tuple-element.1, %get-tuple-element)
}
)");
    CHECK(read_stablehlo("func.func @main() {\n  return\n}\n", {}).module.result_shape == Shape::tuple_of({}));
}

TEST_CASE("a broadcast that stretches a dimension is a reshape and a broadcast, as XLA has it", "[read]") {
    CHECK(hlo_of(function("%a: tensor<2x1xf32>", "tensor<2x3xf32>", R"(
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>)")) == R"(ENTRY %main (a: f32[2,1]) -> f32[2,3] {
  %a = f32[2,1]{1,0} parameter(0)
  %reshape = f32[2]{0} reshape(%a)
  ROOT %broadcast = f32[2,3]{1,0} broadcast(%reshape), dimensions={0}
}
)");
}

TEST_CASE("values around a loop become its state, and constants are copied into it", "[read]") {
    CHECK(hlo_of(function("%x: tensor<f32>, %n: tensor<f32>", "tensor<f32>", R"(
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.while(%i = %x) : tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %i, %c : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>)")) == R"(%condition (state: (f32[], f32[])) -> pred[] {
  %state = (f32[], f32[]) parameter(0)
  %get-tuple-element = f32[] get-tuple-element(%state), index=0
  %get-tuple-element.1 = f32[] get-tuple-element(%state), index=1
  ROOT %compare = pred[] compare(%get-tuple-element, %get-tuple-element.1), direction=LT
}

%body (state.1: (f32[], f32[])) -> (f32[], f32[]) {
  %state.1 = (f32[], f32[]) parameter(0)
  %get-tuple-element.2 = f32[] get-tuple-element(%state.1), index=0
  %get-tuple-element.3 = f32[] get-tuple-element(%state.1), index=1
  %constant = f32[] constant(2)
  %multiply = f32[] multiply(%get-tuple-element.2, %constant)
  ROOT %tuple = (f32[], f32[]) tuple(%multiply, %get-tuple-element.3)
}

ENTRY %main (x: f32[], n: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %n = f32[] parameter(1)
  %constant.1 = f32[] constant(2)
  %tuple.1 = (f32[], f32[]) tuple(%x, %n)
  %while = (f32[], f32[]) while(%tuple.1), body=%body, condition=%condition
  ROOT %get-tuple-element.4 = f32[] get-tuple-element(%while), index=0
}
)");
}

TEST_CASE("a scan gives its outputs, then its carries", "[read]") {
    CHECK(reals_of(function("", "tensor<3xf32>", R"(
  %x = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<10.0> : tensor<f32>
  %0:2 = chlo.scan(%x) inits(%s) dimension=0 attributes {is_reverse = true} {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return %0#0 : tensor<3xf32>)")) == std::vector<double>{17, 16, 14});
}

TEST_CASE("a region may compute in a wider type than the operands have", "[read]") {
    CHECK(integers_of(function("", "tensor<i32>", R"(
  %0 = stablehlo.constant dense<100> : tensor<3xi8>
  %1 = stablehlo.constant dense<1> : tensor<i8>
  %2 = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %3 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  return %2 : tensor<i32>)")) == std::vector<std::int64_t>{301});
}

TEST_CASE("donated arguments are written, and results have the names of their dictionary", "[read]") {
    const ModelFile file = read_stablehlo(R"(
func.func @main(%a: tensor<2xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<2xf32>)
    -> (tensor<2xf32> {jax.result_info = "result['loss']"}, tensor<2xf32> {jax.result_info = "result['state']"}) {
  return %b, %a : tensor<2xf32>, tensor<2xf32>
}
)",
                                          {});
    REQUIRE(file.module.aliases.size() == 1);
    CHECK(file.module.aliases[0].output_leaf == 1);
    CHECK(file.module.aliases[0].parameter_leaf == 0);
    CHECK(file.result_names == std::vector<std::string>{"['loss']", "['state']"});
}

TEST_CASE("a typed custom call has its dictionary as text, and layouts", "[read]") {
    CHECK_THAT(hlo_of(function("%a: tensor<2x3xf32>", "tensor<2x3xf32>", R"(
  %0 = stablehlo.custom_call @my_op(%a) {mhlo.backend_config = {n = 3 : i64, name = "a\"b", scale = 2.5 : f32}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>)")),
               Contains("f32[2,3]{0,1} custom-call(%a), custom_call_target=\"my_op\"") &&
                   Contains("operand_layout_constraints={f32[2,3]{0,1}}") &&
                   Contains("{n = 3 : i64, name = \"a\\22b\", scale = 2.500000e+00 : f32}"));
}

TEST_CASE("an exchange that splits and joins along two dimensions is HLO's, and moves the parts", "[read]") {
    CHECK(hlo_of(function("%x: tensor<4x6xf32>", "tensor<2x12xf32>", R"(
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x6xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>)")) == R"(ENTRY %main (x: f32[4,6]) -> f32[2,12] {
  %x = f32[4,6]{1,0} parameter(0)
  %all-to-all = f32[4,6]{1,0} all-to-all(%x), dimensions={0}, replica_groups={{0,1}}
  %reshape = f32[2,2,6]{2,1,0} reshape(%all-to-all)
  %transpose = f32[2,2,6]{2,1,0} transpose(%reshape), dimensions={1,0,2}
  ROOT %reshape.1 = f32[2,12]{1,0} reshape(%transpose)
}
)");
}

TEST_CASE("sums of booleans and the larger of complex numbers are StableHLO's", "[read]") {
    CHECK(integers_of(function("", "tensor<2xi1>", R"(
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.add %0, %0 : tensor<2xi1>
  return %1 : tensor<2xi1>)")) == std::vector<std::int64_t>{1, 0});
    CHECK(reals_of(function("", "tensor<f32>", R"(
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %1 = stablehlo.constant dense<(1.0, 5.0)> : tensor<complex<f32>>
  %2 = stablehlo.maximum %0, %1 : tensor<complex<f32>>
  %3 = stablehlo.imag %2 : (tensor<complex<f32>>) -> tensor<f32>
  return %3 : tensor<f32>)")) == std::vector<double>{5});
}

TEST_CASE("quantised numbers are computed as what they express", "[read]") {
    // (10 - 2) * 0.5 + (20 - 2) * 0.5 = 13, stored as 13 / 0.25 - 3; 100 times 0.25 is more than s8 can store.
    CHECK(integers_of(function("", "tensor<2xi8>", R"(
  %0 = stablehlo.constant dense<[10, 120]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[20, 120]> : tensor<2xi8>
  %2 = stablehlo.bitcast_convert %0 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:2>>
  %3 = stablehlo.bitcast_convert %1 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:2>>
  %4 = stablehlo.add %2, %3 : (tensor<2x!quant.uniform<i8:f32, 0.5:2>>, tensor<2x!quant.uniform<i8:f32, 0.5:2>>) -> tensor<2x!quant.uniform<i8:f32, 0.25:-3>>
  %5 = stablehlo.bitcast_convert %4 : (tensor<2x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<2xi8>
  return %5 : tensor<2xi8>)")) == std::vector<std::int64_t>{49, 127});
}

TEST_CASE("sizes that are given make the sizes that are computed of them known", "[read]") {
    const std::string program = R"(
func.func private @inside(%n: tensor<i32>, %x: tensor<?x2xf32>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.multiply %n, %two : tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_reshape %x, %1 : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func public @main(%x: tensor<?x2xf32> loc("x")) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "rows must be >= 3", has_side_effect = true} : (tensor<i1>) -> ()
  %0 = call @inside(%n, %x) : (tensor<i32>, tensor<?x2xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
)";
    CHECK(to_string(read_stablehlo(program, {.input_shapes = {{"x", {5, 2}}}}).module.result_shape) == "f32[10]");
    CHECK_THAT(said_of_program(program).message,
               Contains("give them, with numbers in place of ?: --input-shape x=?,2"));
    CHECK_THAT(said_of_program(program, {.input_shapes = {{"x", {2, 2}}}}).message, Contains("rows must be >= 3"));
    CHECK_THAT(said_of_program(program, {.input_shapes = {{"x", {5, 3}}}}).message,
               Contains("but the program says tensor<?x2xf32>"));
    CHECK_THAT(said_of_program(program, {.input_shapes = {{"y", {5, 3}}}}).message,
               Contains("no argument of that name, but x"));
}

TEST_CASE("an einsum of two arrays is a dot, and a transpose where the result wants one", "[read]") {
    const std::string types = "%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>";
    const auto einsum = [&](const std::string& config, const std::string& result) {
        return function(types, result,
                        "  %0 = stablehlo.einsum %a, %b, config = \"" + config +
                            "\" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> " + result + "\n  return %0 : " + result);
    };
    CHECK_THAT(hlo_of(einsum("bij,bjk->bik", "tensor<2x3x5xf32>")),
               Contains("ROOT %dot = f32[2,3,5]{2,1,0} dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
                        "rhs_batch_dims={0}, rhs_contracting_dims={1}"));
    CHECK_THAT(hlo_of(einsum("bij, bjk -> kbi", "tensor<5x2x3xf32>")),
               Contains("ROOT %transpose = f32[5,2,3]{2,1,0} transpose(%dot), dimensions={2,0,1}"));
    CHECK_THAT(hlo_of(einsum("bij,bjk->ik", "tensor<3x5xf32>")),
               Contains("lhs_contracting_dims={0,2}, rhs_contracting_dims={0,1}"));
    CHECK_THAT(hlo_of(einsum("aij,bjk->aibk", "tensor<2x3x2x5xf32>")),
               Contains("f32[2,3,2,5]{3,2,1,0} dot(%a, %b), lhs_contracting_dims={2}, rhs_contracting_dims={1}"));
    const auto said = [&](const std::string& config) {
        return said_of_program(einsum(config, "tensor<2x3x5xf32>")).message;
    };
    CHECK_THAT(said("...ij,...jk->...ik"), Contains("must have a label for each dimension"));
    CHECK_THAT(said("bijk->bik"), Contains("must have a label for each dimension"));
    CHECK_THAT(said("ij,bjk->bik"), Contains("has not as many labels as its operands have dimensions"));
    CHECK_THAT(said("iij,bjk->bik"), Contains("a label twice in one array"));
    CHECK_THAT(said("bij,cjk->bik"), Contains("sums a dimension of one operand alone"));
    CHECK_THAT(said("bij,bjk->bikz"), Contains("or makes one"));
    CHECK_THAT(said("bij,bjk->bki"), Contains("gives f32[2,5,3], but the type of its result says tensor<2x3x5xf32>"));
}

TEST_CASE("a byte order mark in front of a text is skipped", "[read]") {
    const std::string mark = "\xef\xbb\xbf";
    CHECK(read_module_bytes(mark + "func.func @main() {\n  return\n}\n").name == "main");
    CHECK(read_module_bytes(mark + "HloModule m\nENTRY e {\n  ROOT x = f32[] constant(1)\n}\n").name == "m");
    CHECK_THROWS_WITH(read_module_bytes(mark), Contains("the file is empty"));
}

} // namespace hlo2cpp::stablehlo
