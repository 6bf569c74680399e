#include <catch2/catch.hpp>

#include "read/stablehlo/text.h"
#include "unit/read/stablehlo/canonical.h"
#include "unit/read/stablehlo/stablehlo_text.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("attributes of StableHLO text have one form each", "[stablehlo]") {
    CHECK(read_attribute("\"a \\\"b\\\" \\\\ \\0A\\t\"") == "\"a \"b\" \\ \n\t\"");
    CHECK(read_attribute("\"typed\" : i32") == "\"typed\"");
    CHECK(read_attribute("true") == "true");
    CHECK(read_attribute("unit") == "unit");
    CHECK(read_attribute("-7") == "-7 : s64");
    CHECK(read_attribute("0x1F : i32") == "31 : s32");
    CHECK(read_attribute("255 : i8") == "-1 : s8");
    CHECK(read_attribute("18446744073709551615 : ui64") == "-1 : u64");
    CHECK(read_attribute("3 : index") == "3 : s64");
    CHECK(read_attribute("1 : i1") == "true");
    CHECK(read_attribute("1.5") == "bits 4609434218613702656 : f64");
    CHECK(read_attribute("1.0 : f32") == "bits 1065353216 : f32");
    CHECK(read_attribute("0x7FC00000 : f32") == "bits 2143289344 : f32");
    CHECK(read_attribute("[1, \"a\", [true]]") == "[1 : s64, \"a\", [true]]");
    CHECK(read_attribute("{z = 1, flag, \"odd key\" = 2, a.b = 3}") ==
          "{a.b = 3 : s64, flag = unit, odd key = 2 : s64, z = 1 : s64}");
    CHECK(read_attribute("@f") == "\"f\"");
    CHECK(read_attribute("@\"<lambda>\"::@b") == "\"<lambda>::b\"");
    CHECK(read_attribute("array<i64: 1, -2>") == "<2x 1 -2>");
    CHECK(read_attribute("array<i1: true, false>") == "<2x 1 0>");
    CHECK(read_attribute("array<i32: 1, 2>") == "dense<0100000002000000> : tensor<2xi32>");
    CHECK(read_attribute("array<f32: 1.0, 2.0>") == "dense<0000803f00000040> : tensor<2xf32>");
    CHECK(read_attribute("dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>") == "<2x2x 1 2 3 4>");
    CHECK(read_attribute("dense<1> : tensor<2xi64>") == "<2x 1 1>");
    CHECK(read_attribute("[dense<[1, 0]> : tensor<2xindex>]") == "[<2x 1 0>]");
    CHECK(read_attribute("loc(\"f\":1:2)") == "#loc<>");
    CHECK(read_attribute("affine_map<(d0) -> (d0)>") == "#affine_map<(d0) -> (d0)>");
}

TEST_CASE("an attribute that says nothing is left out, but for those with a dialect's name", "[stablehlo]") {
    for (const char* nothing : {"false", "\"\"", "[]", "{}", "array<i64>", "none"})
        CHECK(read_attribute(nothing) == "left out");
    const Document document = parse_stablehlo_text("\"test.op\"() {mhlo.a = false, mhlo.b = {}} : () -> ()");
    CHECK_THAT(canonical(document), Contains("test.op {mhlo.a = false, mhlo.b = {}}"));
}

TEST_CASE("attributes of dialects are dictionaries, words or opaque", "[stablehlo]") {
    CHECK(read_attribute("#stablehlo<precision HIGHEST>") == "\"HIGHEST\"");
    CHECK(read_attribute("#stablehlo.result_accuracy_mode<TOLERANCE>") == "\"TOLERANCE\"");
    CHECK(read_attribute("#mhlo<comparison_direction LT>") == "\"LT\"");
    CHECK(read_attribute("#stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], index_vector_dim = 0>") ==
          "{offset_dims = <2x 1 2>}");
    CHECK(read_attribute("#stablehlo.scatter<update_window_dims = [0], index_vector_dim = 1>") ==
          "{index_vector_dim = 1 : s64, update_window_dims = <1x 0>}");
    CHECK(read_attribute("#stablehlo<gather<index_vector_dim = 2>>") == "{index_vector_dim = 2 : s64}");
    CHECK(read_attribute("#stablehlo.dot<lhs_contracting_dimensions = [1]>") ==
          "{lhs_contracting_dimensions = <1x 1>}");
    CHECK(read_attribute("#stablehlo.dot_algorithm<lhs_precision_type = tf32, lhs_component_count = 1, "
                         "allow_imprecise_accumulation = false>") ==
          "{allow_imprecise_accumulation = false, lhs_component_count = 1 : s64, lhs_precision_type = tf32}");
    CHECK(read_attribute("#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, "
                         "operand_tuple_indices = []>") == "{operand_index = 1 : s64, output_tuple_indices = <1x 0>}");
    CHECK(read_attribute("#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[1, f, b, 0]>") ==
          "{input_batch_dimension = 0 : s64, input_feature_dimension = 3 : s64, input_spatial_dimensions = <2x 1 2>, "
          "kernel_input_feature_dimension = 2 : s64, kernel_output_feature_dimension = 3 : s64, "
          "kernel_spatial_dimensions = <2x 0 1>, output_batch_dimension = 2 : s64, "
          "output_feature_dimension = 1 : s64, output_spatial_dimensions = <2x 3 0>}");
    CHECK(read_attribute("#sdy.sharding<@mesh,  [{\"x > y\"},\n {}]>") == "#sdy.sharding<@mesh, [{\"x > y\"}, {}]>");
    CHECK(read_attribute("#other.thing") == "#other.thing<>");
    CHECK(read_attribute("#other<a -> b>") == "#other<a -> b>");
}

TEST_CASE("types of StableHLO text", "[stablehlo]") {
    for (const char* type : {"tensor<f32>",
                             "tensor<2x?x3xbf16>",
                             "tensor<0x4xf32>",
                             "tensor<*xf64>",
                             "tensor<2xi1>",
                             "tensor<2xui4>",
                             "tensor<2xi2>",
                             "tensor<2xf8E4M3FN>",
                             "tensor<2xf8E4M3B11FNUZ>",
                             "tensor<2xf8E8M0FNU>",
                             "tensor<2xf4E2M1FN>",
                             "tensor<2xf6E3M2FN>",
                             "tensor<2xcomplex<f64>>",
                             "tensor<2xindex>",
                             "tuple<tensor<f32>, tuple<>>",
                             "!stablehlo.token",
                             "(tensor<f32>, i32) -> (tensor<f32>, index)",
                             "memref<2xf32>",
                             "tensor<?x3xf32, #stablehlo.bounds<4, ?>>",
                             "tf32",
                             "!mhlo.async_bundle<tensor<f32>, (i1) -> i1>"})
        CHECK_THAT(read_type(type), Catch::Matchers::Equals(read_type(read_type(type))));
    CHECK(read_type("tensor<2x?x3xbf16>") == "tensor<2x?x3xbf16>");
    CHECK(read_type("(i32) -> ()") == "(i32) -> ()");
    CHECK(read_type("() -> f32") == "() -> (f32)");
    CHECK(read_type("tensor<2xsi8>") == "tensor<2xi8>");
    CHECK(read_type("tensor<?xf32, #mhlo.type_extensions<bounds = [4]>>") == "tensor<?xf32, #stablehlo.bounds<4>>");
    CHECK(read_type("tensor<2x!quant.uniform<i8:f32, 0.5:-30>>") ==
          "tensor<2x!quant.uniform<i8<-128:127>:f32, 0.5:-30>>");
    CHECK(read_type("!quant.uniform<u8<1:254>:f32:1, {0.5,0.25:3}>") ==
          "!quant.uniform<ui8<1:254>:f32:1, {0.5:0,0.25:3}>");
}

TEST_CASE("aliases stand for attributes and types, before and after their definition", "[stablehlo]") {
    const std::string text =
        "#a = [1, #b]\n\"test.op\"() {k = #a, t = !t} : () -> ()\n  #b = \"text\"\n!t = tuple<!u>\n"
        "!u = tensor<f32>";
    CHECK_THAT(canonical(parse_stablehlo_text(text)), Contains("{k = [1 : s64, \"text\"], t = tuple<tensor<f32>>}"));
    CHECK_THAT(text_complaint("\"test.op\"() {k = #a} : () -> ()\n#a = [#b]\n#b = [#a]"),
               Contains("3:7: test.op: the alias #a stands for itself"));
    CHECK_THAT(text_complaint("\"test.op\"() {k = #nowhere} : () -> ()"),
               Contains("1:18: test.op: the alias #nowhere is"));
    CHECK_THAT(text_complaint("#a = 1\n#a = 2\n\"test.op\"() : () -> ()"),
               Contains("2:1: the alias #a is defined twice"));
    CHECK_THAT(text_complaint("#a = loc(unknown)#a = loc(unknown)\nmodule {}\n"),
               Contains("1:18: the alias #a is defined twice"));
}

TEST_CASE("aliases of aliases do not stand for endless types", "[stablehlo]") {
    std::string text = "\"test.op\"() {t = !t28} : () -> ()\n!t0 = tensor<f32>\n";
    for (int i = 1; i <= 28; ++i)
        text +=
            "!t" + std::to_string(i) + " = tuple<!t" + std::to_string(i - 1) + ", !t" + std::to_string(i - 1) + ">\n";
    CHECK_THAT(text_complaint(text), Contains("stand for more than 16 MiB"));
}

TEST_CASE("wrong attributes and types are refused with their place", "[stablehlo]") {
    CHECK(attribute_complaint("300 : i8") == "1:18: test.op: 300 is no number of the type i8");
    CHECK_THAT(attribute_complaint("-1 : ui8"), Contains("is no number of the type ui8"));
    CHECK_THAT(attribute_complaint("99999999999999999999"), Contains("is no number of the type i64"));
    CHECK_THAT(attribute_complaint("1e400"), Contains("is no number of the type f64"));
    CHECK_THAT(attribute_complaint("0x1FFFFFFFF : f32"), Contains("is no number of the type f32"));
    CHECK_THAT(attribute_complaint("1 : tensor<f32>"), Contains("the type of a number cannot be tensor<f32>"));
    CHECK_THAT(attribute_complaint("{a = 1, a = 2}"), Contains("the attribute a is there twice"));
    CHECK_THAT(attribute_complaint("\"open"), Contains("1:18: test.op: this string is not closed"));
    CHECK_THAT(attribute_complaint("\"\\q\""), Contains("unknown escape sequence"));
    CHECK_THAT(attribute_complaint("tensor<2xi3>"), Contains("'i3' is no type that hlo2cpp knows"));
    CHECK_THAT(attribute_complaint("tensor<2xs32>"), Contains("'s32' is no type"));
    CHECK_THAT(attribute_complaint("tensor<2xtensor<f32>>"), Contains("no tensors of tensor<f32>"));
    CHECK_THAT(attribute_complaint("tensor<9999999999x9999999999xf32>"), Contains("more than 2^63 bytes"));
    CHECK_THAT(attribute_complaint("tensor<99999999999999999999xf32>"), Contains("does not fit in 64 bits"));
    CHECK_THAT(attribute_complaint("tensor<?x3xf32, #stablehlo.bounds<4>>"), Contains("a bound for each dimension"));
    CHECK_THAT(attribute_complaint("tensor<3xf32, #stablehlo.bounds<4>>"), Contains("of a dimension that is '?'"));
    CHECK_THAT(attribute_complaint("complex<f16>"), Contains("f32 and f64 alone"));
    CHECK_THAT(attribute_complaint("#stablehlo.conv<[b, f]x[i, i]->[b, f]>"), Contains("twice among the dimensions"));
    CHECK_THAT(attribute_complaint("#stablehlo.conv<[b, 1, f]x[i, 0, o]->[b, f, 0]>"), Contains("numbered 0, 1, .."));
    CHECK_THAT(attribute_complaint("#sdy.sharding<[}>"), Contains("expected ']' before this bracket"));
    CHECK_THAT(attribute_complaint(std::string(200, '[')), Contains("nested deeper than 100 levels"));
    CHECK_THAT(attribute_complaint("sparse<[], []> : tensor<2xf32>"), Contains("no sparse constants"));
}

} // namespace
} // namespace hlo2cpp::stablehlo
