// What changes no result is in the HLO that is written, as XLA's own converter writes it.
#include <catch2/catch.hpp>
#include <filesystem>

#include "hlo/write.h"
#include "lower/lower.h"
#include "read/reader.h"

namespace hlo2cpp::stablehlo {
namespace {

using Catch::Matchers::Contains;

std::string artifact_path(const std::string& name) {
    return (std::filesystem::path(HLO2CPP_SOURCE_DIR) / "tests/unit/read/stablehlo/artifacts" / name).string();
}

// Ends of lines of the HLO that XLA makes of notes.mlir.
constexpr const char* kLines[] = {
    R"(, frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\"x\"=2]>}"})",
    "parameter(0), sharding={devices=[2,1]<=[2]}",
    "parameter(1), frontend_attributes={role=\"weights\"}",
    "rhs_contracting_dims={0}, operand_precision={highest,default}, frontend_attributes={grad_x=\"false\","
    "grad_y=\"false\"}",
    "rhs_contracting_dims={0}, algorithm=dot_bf16_bf16_f32_x3",
    "slice={[0:2], [0:1]}, sharding={replicated}",
    "slice_sizes={1}, indices_are_sorted=true",
    "indices_are_sorted=true, unique_indices=true, to_apply=",
    "dim_labels=b0f_0io->b0f, operand_precision={high,highest}",
};

// HLO text without what depends on locations: the operations' metadata.
std::string without_metadata(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = std::min(text.find(", metadata={", at), text.size());
        result += text.substr(at, start - at);
        at = start == text.size() ? start : text.find('}', start) + 1;
    }
    return result;
}

} // namespace

TEST_CASE("precisions, frontend attributes and shardings are in the HLO of text and of bytecode", "[stablehlo]") {
    for (const char* name : {"notes.mlir", "notes.generic.mlir", "notes.1.9.0.mlirbc", "notes.raw.mlirbc"}) {
        INFO(name);
        const Module module = read_model(artifact_path(name), {}).module;
        for (const std::string& text : {write_text(module), write_text(read_module_bytes(write_proto(module)))})
            for (const char* line : kLines) CHECK_THAT(without_metadata(text), Contains(line));
    }
}

TEST_CASE("they are in no module that was lowered", "[stablehlo]") {
    const std::string text = write_text(lower(read_model(artifact_path("notes.mlir"), {}).module));
    for (const char* word : {"operand_precision", "role", "sharding", "sdy", "_sorted", "algorithm"})
        CHECK_THAT(text, !Contains(word));
}

TEST_CASE("shardings of results are those of the root, as XLA's converter writes them", "[stablehlo]") {
    const auto hlo = [](const std::string& results, const std::string& body) {
        return write_text(
            read_module_bytes("func.func @main(%a: tensor<4xf32>) -> (" + results + ") {\n  " + body + "\n}\n"));
    };
    const std::string halves = "tensor<4xf32> {mhlo.sharding = \"{devices=[2]<=[2]}\"}";
    const std::string two = hlo(halves + ", tensor<4xf32>", "return %a, %a : tensor<4xf32>, tensor<4xf32>");
    CHECK_THAT(two, Contains("ROOT %tuple = (f32[4]{0}, f32[4]{0}) tuple(%a, %a), sharding={{devices=[2]<=[2]}, "
                             "{replicated}}"));
    const std::string one = hlo(halves, "return %a : tensor<4xf32>");
    CHECK_THAT(one, Contains("%tuple = (f32[4]{0}) tuple(%a)\n") &&
                        Contains("ROOT %get-tuple-element = f32[4]{0} get-tuple-element(%tuple), index=0, "
                                 "sharding={devices=[2]<=[2]}"));
}

TEST_CASE("a sharding that HLO has no words for is left out", "[stablehlo]") {
    const std::string text = write_text(read_module_bytes("func.func @main(%a: tensor<f32> {mhlo.sharding = \"x\"}) -> "
                                                          "tensor<f32> {\n  return %a : tensor<f32>\n}\n"));
    CHECK_THAT(text, !Contains("sharding"));
}

} // namespace hlo2cpp::stablehlo
