#include <catch2/catch.hpp>

#include "read/stablehlo/constant.h"
#include "read/stablehlo/text.h"
#include "unit/read/stablehlo/canonical.h"
#include "unit/read/stablehlo/stablehlo_text.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("elements of constants are HLO's bytes", "[stablehlo]") {
    CHECK(read_constant("dense<[1.0, -2.0]> : tensor<2xf32>") == "dense<0000803f000000c0> : tensor<2xf32>");
    CHECK(read_constant("dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>") == "dense<01020304> : tensor<2x2xi8>");
    CHECK(read_constant("dense<[0xFF800000, 1.0]> : tensor<2xf32>") == "dense<000080ff0000803f> : tensor<2xf32>");
    CHECK(read_constant("dense<[true, false]> : tensor<2xi1>") == "dense<0100> : tensor<2xi1>");
    CHECK(read_constant("dense<[-3, 7]> : tensor<2xi4>") == "dense<fd07> : tensor<2xi4>");
    CHECK(read_constant("dense<[15, 1]> : tensor<2xui4>") == "dense<0f01> : tensor<2xui4>");
    CHECK(read_constant("dense<(1.0, -1.0)> : tensor<complex<f32>>") ==
          "dense<0000803f000080bf> : tensor<complex<f32>>");
    CHECK(read_constant("dense<1.5> : tensor<bf16>") == "dense<c03f> : tensor<bf16>");
    CHECK(read_constant("dense<1.5> : tensor<f16>") == "dense<003e> : tensor<f16>");
    CHECK(read_constant("dense<1.5> : tensor<f8E4M3FN>") == "dense<3c> : tensor<f8E4M3FN>");
    CHECK(read_constant("dense<0.0> : tensor<f8E8M0FNU>") == "dense<00> : tensor<f8E8M0FNU>"); // it has no zero
    CHECK(read_constant("dense<5> : tensor<i64>") == "dense<0500000000000000> : tensor<i64>"); // a constant stays one
    CHECK(read_constant("dense<4.9e-324> : tensor<f64>") == "dense<0100000000000000> : tensor<f64>");
    CHECK(read_constant("dense<1.0e-400> : tensor<f64>") == "dense<0000000000000000> : tensor<f64>");
}

TEST_CASE("equal elements are a splat, no elements are no bytes", "[stablehlo]") {
    const std::string splat = "dense<splat 07> : tensor<3xi8>";
    CHECK(read_constant("dense<7> : tensor<3xi8>") == splat);
    CHECK(read_constant("dense<[7, 7, 7]> : tensor<3xi8>") == splat);
    CHECK(read_constant("dense<\"0x070707\"> : tensor<3xi8>") == splat);
    CHECK(read_constant("dense<\"0x07\"> : tensor<3xi8>") == splat);
    CHECK(read_constant("dense<[7]> : tensor<1xi8>") == "dense<07> : tensor<1xi8>");
    CHECK(read_constant("dense<7> : tensor<1xi8>") == "dense<07> : tensor<1xi8>");
    for (const char* empty : {"dense<>", "dense<7>", "dense<[]>", "dense<\"0x\">"})
        CHECK(read_constant(std::string(empty) + " : tensor<0x4xi8>") == "dense<> : tensor<0x4xi8>");
    CHECK(read_constant("dense<[[], []]> : tensor<2x0xi8>") == "dense<> : tensor<2x0xi8>");
}

TEST_CASE("hex strings of i1 have a byte or a bit an element", "[stablehlo]") {
    const std::string expected = "dense<010000000000000001> : tensor<9xi1>";
    CHECK(read_constant("dense<\"0x010000000000000001\"> : tensor<9xi1>") == expected);
    CHECK(read_constant("dense<\"0xFF00000000000000FF\"> : tensor<9xi1>") == expected);
    CHECK(read_constant("dense<\"0x0101\"> : tensor<9xi1>") == expected);
    CHECK(read_constant("dense<\"0xFF\"> : tensor<9xi1>") == "dense<splat 01> : tensor<9xi1>");
    CHECK(read_constant("dense<\"0x0D0703\"> : tensor<3xi4>") == "dense<fd0703> : tensor<3xi4>");
    CHECK(read_constant("dense<\"0xF107\"> : tensor<2xui4>") == "dense<0107> : tensor<2xui4>");
}

TEST_CASE("resources at the end of a text are constants", "[stablehlo]") {
    const auto with_resource = [](const std::string& type, const std::string& blob) {
        return "%0 = stablehlo.constant dense_resource<w> : " + type +
               "\n{-#\n dialect_resources: {\n  builtin: {\n   w: \"" + blob + "\"\n  }\n }\n#-}\n";
    };
    CHECK_THAT(canonical(parse_stablehlo_text(with_resource("tensor<2xi16>", "0x0400000001000200"))),
               Contains("{value = dense<01000200> : tensor<2xi16>}"));
    CHECK_THAT(canonical(parse_stablehlo_text(with_resource("tensor<2xi4>", "0x040000000D01"))),
               Contains("{value = dense<fd01> : tensor<2xi4>}"));
    CHECK_THAT(text_complaint(with_resource("tensor<2xi16>", "0x04000000010002")),
               Contains("1:40: stablehlo.constant: the constant has 3 bytes, which is not what tensor<2xi16> needs"));
    CHECK_THAT(text_complaint(with_resource("tensor<2xi16>", "0x04")), Contains("four bytes of its alignment"));
    CHECK_THAT(constant_complaint("dense_resource<w> : tensor<2xi16>"),
               Contains("the text has no resource w at its end"));
}

TEST_CASE("wrong constants are refused with their place", "[stablehlo]") {
    CHECK_THAT(constant_complaint("dense_resource<__elided__> : tensor<2xf32>"),
               Contains("stablehlo.constant: the text was printed without its constants"));
    CHECK_THAT(constant_complaint("dense<...> : tensor<2xf32>"), Contains("was printed without its constants"));
    CHECK_THAT(constant_complaint("dense<[1, 2]> : tensor<3xi8>"),
               Contains("has 2 items, but tensor<3xi8> asks for 3"));
    CHECK_THAT(constant_complaint("dense<[[1], [2]]> : tensor<2xi8>"), Contains("more brackets than tensor<2xi8>"));
    CHECK_THAT(constant_complaint("dense<[1, 2]> : tensor<1x2xi8>"), Contains("fewer brackets than tensor<1x2xi8>"));
    CHECK_THAT(constant_complaint("dense<[1, 2> : tensor<2xi8>"), Contains("expected ',' or ']'"));
    CHECK_THAT(constant_complaint("dense<> : tensor<2xi8>"), Contains("no elements, but its type has"));
    CHECK_THAT(constant_complaint("dense<1 2> : tensor<2xi8>"), Contains("expected '>' after the elements"));
    CHECK_THAT(constant_complaint("dense<1> : tensor<?xi8>"), Contains("has no '?'"));
    CHECK_THAT(constant_complaint("dense<1> : i8"), Contains("the type of a constant is a tensor"));
    CHECK_THAT(constant_complaint("dense<256> : tensor<i8>"), Contains("256 is no number of the type i8"));
    CHECK_THAT(constant_complaint("dense<1.0e39> : tensor<f32>"), Contains("1.0e39 is no number of the type f32"));
    CHECK_THAT(constant_complaint("dense<2> : tensor<i1>"), Contains("2 is no number of the type i1"));
    CHECK_THAT(constant_complaint("dense<\"0x123\"> : tensor<2xi8>"), Contains("two hexadecimal digits for each byte"));
    CHECK_THAT(constant_complaint("dense<\"0x12345678\"> : tensor<2xi8>"), Contains("the constant has 4 bytes"));
    for (const std::string no_hex : {"text", "", "0X12", "0xg234", "0x123G", "0x1:34", "0x/234", "0x12@4", "0x1\xff"})
        CHECK_THAT(constant_complaint("dense<\"" + no_hex + "\"> : tensor<2xi8>"), Contains("two hexadecimal digits"));
    CHECK_THAT(text_complaint("%0 = stablehlo.constant dense<1"), Contains("expected '>'"));
    CHECK_THAT(text_complaint("%0 = stablehlo.constant dense<1> : tensor<9000000000000000000xi64>"),
               StartsWith("1:43: stablehlo.constant: the tensor has more than 2^63 bytes"));
}

TEST_CASE("constants of bytes share them where HLO has the same", "[stablehlo]") {
    const auto bytes = std::make_shared<const std::vector<std::byte>>(
        std::vector<std::byte>{std::byte{1}, std::byte{0}, std::byte{2}, std::byte{0}});
    const std::optional<Dense> shared = constant_of_bytes(tensor_type(ElementType::S16, {2}), *bytes, bytes);
    REQUIRE(shared);
    CHECK(shared->bytes.data() == bytes->data());
    CHECK(shared->owner == bytes);
    CHECK_FALSE(constant_of_bytes(tensor_type(ElementType::S16, {3}), *bytes, bytes));
    CHECK_FALSE(constant_of_bytes(tensor_type(ElementType::S16, {kDynamic}), *bytes, bytes));
}

} // namespace
} // namespace hlo2cpp::stablehlo
