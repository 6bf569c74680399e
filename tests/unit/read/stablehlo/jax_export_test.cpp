#include "read/stablehlo/jax_export.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "canonical.h"
#include "read/stablehlo/bytecode.h"
#include "read/stablehlo/stablehlo.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

std::shared_ptr<const std::string> export_file(const std::string& name) {
    std::ifstream file(std::filesystem::path(HLO2CPP_SOURCE_DIR) / "tests/unit/read/stablehlo/artifacts" / name,
                       std::ios::binary);
    REQUIRE(file);
    return std::make_shared<const std::string>(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

TEST_CASE("arguments of a jax.export file are named by their place in the call, without the unused", "[stablehlo]") {
    const auto file = export_file("params.export");
    const std::optional<JaxExport> exported = parse_jax_export(*file);
    REQUIRE(exported);
    CHECK(exported->function_name == "model");
    CHECK(exported->platforms == std::vector<std::string>{"cpu"});
    CHECK(exported->argument_names == std::vector<std::string>{"args[0]['b'][0]", "args[0]['w']", "args[1]", "scale"});
    const Document document = parse_stablehlo_bytecode(exported->module, file);
    CHECK(document.module.regions.at(0).operations.at(0).regions.at(0).arguments.size() == 4);
}

TEST_CASE("a jax.export file for several platforms names them in the order of the first argument", "[stablehlo]") {
    const auto file = export_file("platforms.export");
    const std::optional<JaxExport> exported = parse_jax_export(*file);
    REQUIRE(exported);
    CHECK(exported->platforms == std::vector<std::string>{"tpu", "cpu"});
    CHECK(exported->index_of_platform("cpu") == 1U);
    CHECK_FALSE(exported->index_of_platform("cuda"));
    CHECK(exported->argument_names == std::vector<std::string>{"args[0]"});
}

TEST_CASE("errors in the bytecode of a jax.export file count bytes of the file", "[stablehlo]") {
    std::string file = *export_file("params.export");
    const std::size_t begin = file.find("ML\xefR");
    const std::size_t version = begin + 4;
    const Document whole = parse_stablehlo_bytecode(parse_jax_export(file)->module, nullptr, begin);
    const Document part = parse_stablehlo_bytecode(parse_jax_export(file)->module, nullptr);
    CHECK(whole.module.offset == part.module.offset + begin);
    file[version] = '\x7f';
    CHECK_THROWS_WITH(read_stablehlo(file, {}),
                      Catch::Matchers::StartsWith("at byte " + std::to_string(version + 1) + ": the bytecode is of "));
}

TEST_CASE("bytes behind the tables of a jax.export file are nothing to its reader, as to jax's", "[stablehlo]") {
    const auto file = export_file("params.export");
    const std::string longer = *file + "more";
    const std::optional<JaxExport> exported = parse_jax_export(longer);
    REQUIRE(exported);
    CHECK(exported->module == parse_jax_export(*file)->module);
}

TEST_CASE("other files are no jax.export files, damaged ones are refused", "[stablehlo]") {
    CHECK_FALSE(parse_jax_export(""));
    CHECK_FALSE(parse_jax_export("module @m {}"));
    CHECK_FALSE(parse_jax_export(*export_file("basics.1.17.0.mlirbc")));
    const auto file = export_file("params.export");
    std::size_t read = 0, refused = 0;
    for (std::size_t i = 0; i < file->size(); ++i) {
        for (const int flipped : {1, 8, 64, 255}) {
            std::string bytes = *file;
            bytes[i] = static_cast<char>(bytes[i] ^ flipped);
            try {
                read += parse_jax_export(bytes) ? 1U : 0U;
            } catch (const InputError&) {
                ++refused;
            }
        }
    }
    CHECK(read > 0);
    CHECK(refused > 0);
}

} // namespace
} // namespace hlo2cpp::stablehlo
