#include <cstring>

#include <catch2/catch.hpp>

#include "driver/constant_arguments.h"
#include "hlo/write.h"
#include "read/reader.h"
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

NpyArray floats(const std::vector<float>& values) {
    NpyArray array{.kind = 'f', .item_bytes = 4, .dims = {static_cast<std::int64_t>(values.size())}, .bytes = {}};
    array.bytes.resize(values.size() * sizeof(float));
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

Module scaled(const std::string& name) {
    return with_constant(read_module_bytes(kScale), name, floats({2, 3}), "--constant");
}

TEST_CASE("an argument becomes a constant by each of its names", "[constant_arguments]") {
    for (const char* name : {"params['scale']", "params_scale", "Arg_0.1", "Arg_0_1"}) {
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
    CHECK_THROWS_WITH(scaled("y"), Contains("no argument has that name. The arguments are params['scale'], x"));
    CHECK_THROWS_WITH(with_constant(read_module_bytes(kScale), "params_scale", floats({1, 2, 3}), "--constant"),
                      Contains("sizes"));
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
    const Module module = with_constant(read_module_bytes(text), "w", floats({2, 3}), "--constant");
    for (const std::string& written : {write_text(module), write_text(read_module_bytes(write_proto(module)))})
        for (const char* part :
             {R"(frontend_attributes={framework="\"any\""})", "parameter(0), sharding={devices=[2]<=[2]}",
              R"(frontend_attributes={role="input"})", "operand_precision={highest,high}",
              "algorithm=dot_bf16_bf16_f32", "indices_are_sorted=true", "sharding={{replicated}, {maximal device=1}}"})
            CHECK_THAT(written, Contains(part));
}

TEST_CASE("--constant takes the file behind the last equals sign", "[constant_arguments]") {
    const ConstantRequest request = parse_constant("p['a=b']=w.npy");
    CHECK(request.name == "p['a=b']");
    CHECK(request.file == "w.npy");
    CHECK_THROWS_WITH(parse_constant("a="), Contains("NAME=FILE.npy"));
}

} // namespace
} // namespace hlo2cpp
