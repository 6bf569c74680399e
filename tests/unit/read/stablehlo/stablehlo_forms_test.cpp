// Short forms of operations against the generic form of the same.
#include <catch2/catch.hpp>

#include "read/stablehlo/text.h"
#include "unit/read/stablehlo/canonical.h"
#include "unit/read/stablehlo/stablehlo_text.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

struct Forms {
    const char* pretty;
    const char* generic;
};

void check_equal(std::initializer_list<Forms> forms) {
    for (const auto& [pretty, generic] : forms) {
        INFO(pretty);
        CHECK(read_body(pretty) == read_body(generic));
    }
}

TEST_CASE("elementwise operations have one type, or that of a function", "[stablehlo]") {
    check_equal({
        {"%0 = stablehlo.add %x, %y : tensor<2x3xf32>",
         "%0 = \"stablehlo.add\"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.convert %i {k.a = 1} : (tensor<i32>) -> tensor<f32>",
         "%0 = \"stablehlo.convert\"(%i) {k.a = 1} : (tensor<i32>) -> tensor<f32>"},
        {"%0 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>",
         "%0 = \"stablehlo.clamp\"(%s, %x, %s) : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>",
         "%0 = \"stablehlo.reverse\"(%x) <{dimensions = array<i64: 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.cholesky %x, lower = true : tensor<2x3xf32>",
         "%0 = \"stablehlo.cholesky\"(%x) <{lower = true}> : (tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2x3xf32>",
         "%0 = \"stablehlo.reduce_precision\"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : "
         "(tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.is_finite %s : (tensor<f32>) -> tensor<i1>",
         "%0 = \"stablehlo.is_finite\"(%s) : (tensor<f32>) -> tensor<i1>"},
        {"%0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2x3xf32>",
         "%0 = \"stablehlo.select\"(%p, %x, %y) : (tensor<i1>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
        {"%0 = stablehlo.complex %s, %s : tensor<complex<f32>>",
         "%0 = \"stablehlo.complex\"(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<complex<f32>>"},
        {"%0 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
         "%0 = \"stablehlo.compare\"(%i, %j) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction "
         "= #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>"},
        {"%0 = mhlo.erf %s : tensor<f32>", "%0 = \"mhlo.erf\"(%s) : (tensor<f32>) -> tensor<f32>"},
        {"%0 = mhlo.copy %s : tensor<f32>", "%0 = \"mhlo.copy\"(%s) : (tensor<f32>) -> tensor<f32>"},
        {"%0 = chlo.erf_inv %s : tensor<f32> -> tensor<f32>",
         "%0 = \"chlo.erf_inv\"(%s) : (tensor<f32>) -> tensor<f32>"},
        {"%0 = chlo.zeta %s, %s : tensor<f32>, tensor<f32> -> tensor<f32>",
         "%0 = \"chlo.zeta\"(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>"},
        {"%0 = chlo.broadcast_add %s, %x : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
         "%0 = \"chlo.broadcast_add\"(%s, %x) : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    });
}

TEST_CASE("operations that move elements have keywords", "[stablehlo]") {
    check_equal({
        {"%0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2xf32>",
         "%0 = \"stablehlo.broadcast_in_dim\"(%s) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> "
         "tensor<2xf32>"},
        {"%0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
         "%0 = \"stablehlo.transpose\"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> "
         "tensor<3x2xf32>"},
        {"%0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>",
         "%0 = \"stablehlo.concatenate\"(%x, %y) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
         "tensor<2x6xf32>"},
        {"%0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> "
         "tensor<1x2xf32>",
         "%0 = \"stablehlo.dynamic_slice\"(%x, %i, %j) <{slice_sizes = array<i64: 1, 2>}> : (tensor<2x3xf32>, "
         "tensor<i32>, "
         "tensor<i32>) -> tensor<1x2xf32>"},
        {"%0 = stablehlo.iota dim = 0 : tensor<4xi32>",
         "%0 = \"stablehlo.iota\"() <{iota_dimension = 0 : i64}> : () -> tensor<4xi32>"},
        {"%0 = stablehlo.slice %x [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>",
         "%0 = \"stablehlo.slice\"(%x) <{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 0>, strides = "
         "array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x2xf32>"},
        {"%0 = stablehlo.pad %v, %s, low = [1], high = [-1], interior = [2] : (tensor<6xf32>, tensor<f32>) -> "
         "tensor<16xf32>",
         "%0 = \"stablehlo.pad\"(%v, %s) <{edge_padding_high = array<i64: -1>, edge_padding_low = array<i64: 1>, "
         "interior_padding = array<i64: 2>}> : (tensor<6xf32>, tensor<f32>) -> tensor<16xf32>"},
        {"%0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>",
         "%0 = \"stablehlo.get_dimension_size\"(%x) <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>"},
        {"%0 = stablehlo.dynamic_broadcast_in_dim %s, %n, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>",
         "%0 = \"stablehlo.dynamic_broadcast_in_dim\"(%s, %n) <{broadcast_dimensions = array<i64>}> : (tensor<f32>, "
         "tensor<2xi32>) -> tensor<?x?xf32>"},
        {"%0 = stablehlo.tuple %s, %i : tuple<tensor<f32>, tensor<i32>>\n"
         "%1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>",
         "%0 = \"stablehlo.tuple\"(%s, %i) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>\n"
         "%1 = \"stablehlo.get_tuple_element\"(%0) <{index = 1 : i32}> : (tuple<tensor<f32>, tensor<i32>>) -> "
         "tensor<i32>"},
        {"%0:2 = stablehlo.optimization_barrier %s, %i : tensor<f32>, tensor<i32>\nstablehlo.optimization_barrier ()",
         "%a, %b = \"stablehlo.optimization_barrier\"(%s, %i) : (tensor<f32>, tensor<i32>) -> (tensor<f32>, "
         "tensor<i32>)\n"
         "\"stablehlo.optimization_barrier\"() : () -> ()"},
        {"%0 = stablehlo.create_token : !stablehlo.token\n%1 = stablehlo.after_all %0, %0 : !stablehlo.token",
         "%0 = \"stablehlo.create_token\"() : () -> !stablehlo.token\n%1 = \"stablehlo.after_all\"(%0, %0) : "
         "(!stablehlo.token, !stablehlo.token) -> !stablehlo.token"},
    });
}

TEST_CASE("operations with forms of their own", "[stablehlo]") {
    check_equal({
        {"%0 = stablehlo.constant {k.a = 1} dense<1.0> : tensor<2xf32>",
         "%0 = \"stablehlo.constant\"() <{value = dense<1.0> : tensor<2xf32>}> {k.a = 1} : () -> tensor<2xf32>"},
        {"%0 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5>>",
         "%0 = \"stablehlo.constant\"() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, "
         "0.5>>"},
        {"%0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1], precision = [HIGH, DEFAULT], algorithm = "
         "<lhs_precision_type = tf32, lhs_component_count = 1> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>",
         "%0 = \"stablehlo.dot_general\"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = "
         "[1], "
         "rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision "
         "DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, lhs_component_count = 1>}> : "
         "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>"},
        {"%0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = "
         "[DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>",
         "%0 = \"stablehlo.dot_general\"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = "
         "[0], "
         "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : "
         "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>"},
        {"%0 = stablehlo.convolution(%x, %y) dim_numbers = [b, f]x[o, i]->[b, f], window = {} {batch_group_count = 1 : "
         "i64, "
         "feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>",
         "%0 = \"stablehlo.convolution\"(%x, %y) <{batch_group_count = 1 : i64, dimension_numbers = "
         "#stablehlo.conv<[b, f]x[o, "
         "i]->[b, f]>, feature_group_count = 1 : i64, padding = dense<> : tensor<0x2xi64>}> : (tensor<2x3xf32>, "
         "tensor<2x3xf32>) -> tensor<2x2xf32>"},
        {"%0 = stablehlo.custom_call @\"a b\"(%s) {backend_config = \"\"} : (tensor<f32>) -> tensor<f32>",
         "%0 = \"stablehlo.custom_call\"(%s) <{api_version = 1 : i32, call_target_name = \"a b\", called_computations "
         "= [], "
         "has_side_effect = false}> : (tensor<f32>) -> tensor<f32>"},
        {"%0 = stablehlo.composite \"a.b\" %s {composite_attributes = {n = 1 : i32}, decomposition = @g} : "
         "(tensor<f32>) -> tensor<f32>",
         "%0 = \"stablehlo.composite\"(%s) <{composite_attributes = {n = 1 : i32}, decomposition = @g, name = \"a.b\", "
         "version "
         "= 0 : i32}> : (tensor<f32>) -> tensor<f32>"},
        {"%0:2 = chlo.top_k(%v, k = 2, is_stable = true) : tensor<6xf32> -> (tensor<2xf32>, tensor<2xi32>)",
         "%0:2 = \"chlo.top_k\"(%v) <{is_stable = true, k = 2 : i64}> : (tensor<6xf32>) -> (tensor<2xf32>, "
         "tensor<2xi32>)"},
        {"%0 = stablehlo.rng_bit_generator %i, algorithm = THREE_FRY : (tensor<i32>) -> tensor<i32>",
         "%0 = \"stablehlo.rng_bit_generator\"(%i) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : "
         "(tensor<i32>) -> "
         "tensor<i32>"},
        {"%0 = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>",
         "%0 = \"stablehlo.fft\"(%c) <{fft_length = array<i64: 2>, fft_type = #stablehlo<fft_type FFT>}> : "
         "(tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>"},
        {"%0 = call @g(%s) : (tensor<f32>) -> tensor<f32>",
         "%0 = \"func.call\"(%s) <{callee = @g}> : (tensor<f32>) -> tensor<f32>"},
        {"check.expect_almost_eq_const %s, dense<1.0> : tensor<f32>, tolerance = 0.5",
         "\"check.expect_almost_eq_const\"(%s) {tolerance = 0.5, value = dense<1.0> : tensor<f32>} : (tensor<f32>) -> "
         "()"},
        {"check.expect_close %s, %s, max_ulp_difference = 3 : tensor<f32>, tensor<f32>",
         "\"check.expect_close\"(%s, %s) {max_ulp_difference = 3 : i64} : (tensor<f32>, tensor<f32>) -> ()"},
        {"%0 = sdy.sharding_constraint %s <@mesh, []> : tensor<f32>",
         "%0 = \"sdy.sharding_constraint\"(%s) {sharding = #sdy.sharding<@mesh, []>} : (tensor<f32>) -> tensor<f32>"},
    });
}

TEST_CASE("windows of convolutions leave out ones, zeros and false", "[stablehlo]") {
    const std::string text = read_body("%0 = stablehlo.convolution(%x, %y) dim_numbers = [0, b, f]x[o, 0, i]->[b, f, "
                                       "0], window = {stride = [2], pad = [[1, "
                                       "-1]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} : "
                                       "(tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>");
    CHECK_THAT(text, Contains("padding = <1x2x 1 -1>, window_strides = <1x 2>}"));
}

TEST_CASE("reductions pair operands and initial values", "[stablehlo]") {
    check_equal({
        {"%0 = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xf32>, "
         "tensor<f32>) -> tensor<f32>",
         "%0 = \"stablehlo.reduce\"(%x, %s) <{dimensions = array<i64: 0, 1>}> ({ ^bb0(%a: tensor<f32>, %b: "
         "tensor<f32>):\n %1 = "
         "\"stablehlo.add\"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n \"stablehlo.return\"(%1) : "
         "(tensor<f32>) -> "
         "() }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>"},
        {"%0:2 = stablehlo.reduce(%v init: %s), (%n init: %i) across dimensions = [0] : (tensor<6xf32>, tensor<2xi32>, "
         "tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n reducer(%a: tensor<f32>, %b: tensor<f32>) (%k: "
         "tensor<i32>, %l: tensor<i32>) { stablehlo.return %a, %l : tensor<f32>, tensor<i32> }",
         "%0:2 = \"stablehlo.reduce\"(%v, %n, %s, %i) <{dimensions = array<i64: 0>}> ({ ^bb0(%a: tensor<f32>, %k: "
         "tensor<i32>, "
         "%b: tensor<f32>, %l: tensor<i32>):\n \"stablehlo.return\"(%a, %l) : (tensor<f32>, tensor<i32>) -> () }) : "
         "(tensor<6xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)"},
    });
}

TEST_CASE("loops name their state once for both regions, which see the values around them", "[stablehlo]") {
    check_equal({
        {"%0:2 = stablehlo.while(%k = %i, %a = %s) : tensor<i32>, tensor<f32> attributes {k.a = 1}\n cond { %1 = "
         "stablehlo.compare "
         "LT, %k, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>\n stablehlo.return %1 : tensor<i1> } do { %1 = "
         "stablehlo.add %a, "
         "%s : tensor<f32>\n stablehlo.return %k, %1 : tensor<i32>, tensor<f32> }\n %2 = stablehlo.abs %0#1 : "
         "tensor<f32>",
         "%0:2 = \"stablehlo.while\"(%i, %s) ({ ^bb0(%k: tensor<i32>, %a: tensor<f32>): %1 = \"stablehlo.compare\"(%k, "
         "%j) "
         "{comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n "
         "stablehlo.return %1 : tensor<i1> }, { ^bb0(%k: tensor<i32>, %a: tensor<f32>): %1 = \"stablehlo.add\"(%a, %s) "
         ": "
         "(tensor<f32>, tensor<f32>) -> tensor<f32>\n stablehlo.return %k, %1 : tensor<i32>, tensor<f32> }) {k.a = 1} "
         ": "
         "(tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)\n %2 = stablehlo.abs %0#1 : tensor<f32>"},
    });
    CHECK_THAT(read_body("stablehlo.while() cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return }"),
               Contains("stablehlo.while {} ->"));
}

TEST_CASE("scans have inputs and initial values", "[stablehlo]") {
    check_equal({
        {"%0:2 = chlo.scan(%v) inits(%s) dimension=0 attributes {is_reverse = true} { ^bb0(%a: tensor<f32>, %b: "
         "tensor<f32>): "
         "stablehlo.return %a, %b : tensor<f32>, tensor<f32> } : (tensor<6xf32>, tensor<f32>) -> (tensor<6xf32>, "
         "tensor<f32>)",
         "%0:2 = \"chlo.scan\"(%v, %s) <{dimension = 0 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, "
         "1>, "
         "resultSegmentSizes = array<i32: 1, 1>}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): stablehlo.return %a, %b : "
         "tensor<f32>, tensor<f32> }) : (tensor<6xf32>, tensor<f32>) -> (tensor<6xf32>, tensor<f32>)"},
    });
}

TEST_CASE("functions and modules in both forms are equal", "[stablehlo]") {
    const std::string pretty =
        "module @m attributes {k.a = 1 : i32} {\n"
        "  sdy.mesh @mesh = <[\"x\"=1]>\n"
        "  func.func public @main(%a: tensor<f32> {tf.aliasing_output = 0 : i32}) -> (tensor<f32> {jax.result_info = "
        "\"r\"}) {\n"
        "    %0 = func.call @g(%a) : (tensor<f32>) -> tensor<f32>\n    stablehlo.return %0 : tensor<f32>\n  }\n"
        "  func.func private @g(tensor<f32>) -> tensor<f32> attributes {k.b}\n}\n";
    const std::string generic =
        "\"builtin.module\"() <{sym_name = \"m\"}> ({\n"
        "  \"sdy.mesh\"() <{mesh = #sdy.mesh<[\"x\"=1]>, sym_name = \"mesh\"}> : () -> ()\n"
        "  \"func.func\"() <{arg_attrs = [{tf.aliasing_output = 0 : i32}], function_type = (tensor<f32>) -> "
        "tensor<f32>, "
        "res_attrs = [{jax.result_info = \"r\"}], sym_name = \"main\", sym_visibility = \"public\"}> ({\n"
        "  ^bb0(%a: tensor<f32>):\n    %0 = \"func.call\"(%a) <{callee = @g}> : (tensor<f32>) -> tensor<f32>\n"
        "    \"func.return\"(%0) : (tensor<f32>) -> ()\n  }) : () -> ()\n"
        "  \"func.func\"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = \"g\", sym_visibility = "
        "\"private\"}> ({\n"
        "  }) {k.b} : () -> ()\n}) {k.a = 1 : i32} : () -> ()\n";
    CHECK(canonical(parse_stablehlo_text(pretty)) == canonical(parse_stablehlo_text(generic)));
    CHECK(parse_stablehlo_text(pretty).module.regions.at(0).operations.at(2).regions.empty());
}

TEST_CASE("operations without a module are in one of ours", "[stablehlo]") {
    const std::string function = "func.func @f() { return }";
    CHECK(canonical(parse_stablehlo_text("// a comment\n" + function + " // and one\n// -----\n")) ==
          canonical(parse_stablehlo_text("module { " + function + " }")));
}

TEST_CASE("a manual computation has a region with arguments", "[stablehlo]") {
    check_equal({
        {"%0 = sdy.manual_computation(%s) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={\"x\"} "
         "(%a: "
         "tensor<f32>) { sdy.return %a : tensor<f32> } : (tensor<f32>) -> tensor<f32>",
         "%0 = \"sdy.manual_computation\"(%s) <{in_shardings = #sdy.sharding_per_value<<@mesh, []>>, manual_axes = "
         "#sdy.manual_axes<\"x\">, out_shardings = #sdy.sharding_per_value<<@mesh, []>>}> ({ ^bb0(%a: tensor<f32>): "
         "\"sdy.return\"(%a) : (tensor<f32>) -> () }) : (tensor<f32>) -> tensor<f32>"},
    });
}

} // namespace
} // namespace hlo2cpp::stablehlo
