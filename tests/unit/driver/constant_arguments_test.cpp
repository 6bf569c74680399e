#include <cstring>

#include <catch2/catch.hpp>

#include "driver/constant_arguments.h"
#include "driver/npy.h"
#include "hlo/write.h"
#include "read/reader.h"
#include "support/input_errors.h"
#include "verify/verify.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

constexpr const char* kScale = R"(HloModule scale, input_output_alias={ {}: (1, {}, may-alias) }

ENTRY main {
  Arg_0.1 = f32[2]{0} parameter(0), metadata={op_name="params['scale']"}
  x = f32[2]{0} parameter(1), metadata={op_name="x"}
  ROOT product = f32[2]{0} multiply(Arg_0.1, x)
}
)";

NamedArray floats(const std::string& name, const std::vector<float>& values) {
    Literal literal{.shape = Shape::array(ElementType::F32, {static_cast<std::int64_t>(values.size())}),
                    .bytes = std::vector<std::byte>(values.size() * sizeof(float)),
                    .tuple = {}};
    std::memcpy(literal.bytes.data(), values.data(), literal.bytes.size());
    return {.name = name, .place = "set: " + name, .read = [literal] { return to_npy(literal); }};
}

Module scaled(const std::string& name, const std::vector<float>& values = {2, 3}) {
    return with_constants(read_module_bytes(kScale), {floats(name, values)});
}

// All complaints about the arrays, one a line.
std::string complaints(const std::vector<NamedArray>& arrays) {
    std::string all;
    try {
        with_constants(read_module_bytes(kScale), arrays);
    } catch (const InputErrors& errors) {
        all = errors.what() + std::string("\n");
        for (const Diagnostic& other : errors.more) all += other.message + "\n";
    }
    return all;
}

TEST_CASE("an argument becomes a constant by each of its names", "[constant_arguments]") {
    for (const char* name :
         {"params['scale']", "params_scale", "params/scale", "params.scale", "scale", "Arg_0.1", "Arg_0_1"}) {
        const Module module = read_module_bytes(write_proto(scaled(name)));
        Diagnostics diagnostics;
        verify(module, diagnostics);
        CHECK(diagnostics.render("m").empty());
        REQUIRE(module.parameter_shapes.size() == 1);
        REQUIRE(module.aliases.size() == 1);
        CHECK(module.aliases[0].parameter_leaf == 0);
        CHECK_THAT(write_text(module), Contains("constant({2, 3})") && Contains("op_name=\"params["));
    }
}

TEST_CASE("an argument that is donated, unknown or of another size is refused as a constant", "[constant_arguments]") {
    CHECK_THROWS_WITH(scaled("x"), Contains("is donated"));
    CHECK_THROWS_WITH(scaled("bias"), Contains("no argument has that name; the arguments are params['scale'], x"));
    CHECK_THROWS_WITH(scaled("params_scale", {1, 2, 3}), Contains("sizes"));
}

TEST_CASE("all that is wrong with constants is said at once, with the nearest names", "[constant_arguments]") {
    CHECK(complaints({floats("params/scales", {2, 3}), floats("x", {2, 3}), floats("scale", {1, 2, 3})}) ==
          "set: params/scales: no argument has that name; did you mean params['scale']?\n"
          "set: x: the argument x is donated: a result is written into it, so that it is no constant\n"
          "set: scale: has the sizes [3] where f32[2] is needed\n");
    CHECK(complaints({floats("scale", {2, 3}), floats("params.scale", {2, 3})}) ==
          "set: params.scale: the argument params['scale'] has a value from set: scale, too\n");
}

TEST_CASE("constants of other values give another hash, the same values the same one", "[constant_arguments]") {
    CHECK(scaled("scale").constants_sha256 == scaled("params_scale").constants_sha256);
    CHECK(scaled("scale").constants_sha256 != scaled("scale", {2, 4}).constants_sha256);
    CHECK(read_module_bytes(kScale).constants_sha256.empty());
}

TEST_CASE("what HLO notes of other instructions stays where an argument becomes a constant", "[constant_arguments]") {
    const std::string text = R"(HloModule product, frontend_attributes={framework="\"any\""}

ENTRY main {
  w = f32[2]{0} parameter(0)
  x = f32[2]{0} parameter(1), sharding={devices=[2]<=[2]}, frontend_attributes={role="input"}
  i = s32[1,1]{1,0} constant({ {0} })
  dot = f32[] dot(w, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}, operand_precision={highest,high}, algorithm=dot_bf16_bf16_f32
  row = f32[1]{0} gather(x, i), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1}, indices_are_sorted=true
  ROOT results = (f32[], f32[1]{0}) tuple(dot, row), sharding={{replicated}, {maximal device=1}}
}
)";
    const Module module = with_constants(read_module_bytes(text), {floats("w", {2, 3})});
    for (const std::string& written : {write_text(module), write_text(read_module_bytes(write_proto(module)))})
        for (const char* part :
             {R"(frontend_attributes={framework="\"any\""})", "parameter(0), sharding={devices=[2]<=[2]}",
              R"(frontend_attributes={role="input"})", "operand_precision={highest,high}",
              "algorithm=dot_bf16_bf16_f32", "indices_are_sorted=true", "sharding={{replicated}, {maximal device=1}}"})
            CHECK_THAT(written, Contains(part));
}

TEST_CASE("--constant takes the file behind the last equals sign", "[constant_arguments]") {
    const NamedArray array = parse_constant("p['a=b']=w.npy");
    CHECK(array.name == "p['a=b']");
    CHECK_THROWS_WITH(array.read(), Contains("w.npy: cannot be read"));
    CHECK_THROWS_WITH(parse_constant("a="), Contains("NAME=FILE.npy"));
}

} // namespace
} // namespace hlo2cpp
