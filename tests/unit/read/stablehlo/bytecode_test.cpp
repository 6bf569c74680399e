#include "read/stablehlo/bytecode.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "canonical.h"
#include "read/stablehlo/text.h"
#include "support/diagnostics.h"

namespace hlo2cpp::stablehlo {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

std::shared_ptr<const std::string> artifact(const std::string& name) {
    std::ifstream file(fs::path(HLO2CPP_SOURCE_DIR) / "tests/unit/read/stablehlo/artifacts" / name, std::ios::binary);
    REQUIRE(file);
    return std::make_shared<const std::string>(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

Document parse(const std::shared_ptr<const std::string>& bytes) {
    return parse_stablehlo_bytecode(*bytes, bytes);
}

std::string structure_of(const std::string& name) {
    return canonical(parse(artifact(name)), true);
}

// "read": it is still a module, else how the message begins.
std::string outcome(std::string bytes) {
    const auto shared = std::make_shared<const std::string>(std::move(bytes));
    try {
        parse(shared);
        return "read";
    } catch (const InputError& error) {
        return std::string(error.what()).substr(0, 8);
    }
}

TEST_CASE("a portable artifact of each version of bytecode is the structure of its text", "[stablehlo]") {
    const std::string basics = canonical(parse_stablehlo_text(*artifact("basics.generic.mlir")), true);
    for (const char* version : {"0.9.0", "0.10.0", "0.12.0", "0.14.0", "0.16.0", "1.0.0", "1.9.0", "1.17.0"}) {
        INFO(version);
        CHECK(structure_of(std::string("basics.") + version + ".mlirbc") == basics);
    }
    const std::string newer = canonical(parse_stablehlo_text(*artifact("newer.generic.mlir")), true);
    CHECK(structure_of("newer.1.11.0.mlirbc") == newer);
    CHECK(structure_of("newer.1.17.0.mlirbc") == newer);
}

TEST_CASE("bytecode of StableHLO itself is the structure of its text", "[stablehlo]") {
    for (const std::string name : {"basics", "newer", "scans"})
        CHECK(structure_of(name + ".raw.mlirbc") ==
              canonical(parse_stablehlo_text(*artifact(name + ".generic.mlir")), true));
}

TEST_CASE("constants of bytecode are not copied", "[stablehlo]") {
    const auto file = artifact("basics.1.17.0.mlirbc");
    const Document document = parse(file);
    int shared = 0;
    for (const Operation& function : document.module.regions.at(0).operations) {
        for (const Operation& operation : function.regions.at(0).operations) {
            const auto* value = operation.get<Dense>("value");
            if (value == nullptr || value->bytes.empty()) continue;
            const char* bytes = reinterpret_cast<const char*>(value->bytes.data());
            if (bytes >= file->data() && bytes < file->data() + file->size()) ++shared;
        }
    }
    CHECK(shared == 12); // all but those of i1, i4 and the empty one
}

TEST_CASE("a file that is cut off anywhere is refused with the byte", "[stablehlo]") {
    for (const char* name : {"basics.0.9.0.mlirbc", "basics.1.17.0.mlirbc"}) {
        const auto file = artifact(name);
        std::size_t wrong = 0;
        for (std::size_t size = 4; size < file->size(); size += 7)
            if (outcome(file->substr(0, size)) != "at byte ") ++wrong;
        CHECK(wrong == 0);
    }
}

TEST_CASE("a file with a wrong byte anywhere is read or refused with a byte", "[stablehlo]") {
    for (const char* name : {"basics.0.12.0.mlirbc", "newer.1.17.0.mlirbc"}) {
        const auto file = artifact(name);
        std::size_t wrong = 0;
        for (std::size_t i = 4; i < file->size(); i += 3) {
            for (const int flipped : {1, 2, 128}) {
                std::string bytes = *file;
                bytes[i] = static_cast<char>(bytes[i] ^ flipped);
                const std::string result = outcome(std::move(bytes));
                if (result != "read" && result != "at byte ") ++wrong;
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("what is no bytecode is told by its first bytes", "[stablehlo]") {
    CHECK(is_mlir_bytecode(*artifact("basics.0.9.0.mlirbc")));
    CHECK_FALSE(is_mlir_bytecode("module @m {}"));
    CHECK_FALSE(is_mlir_bytecode(""));
    CHECK(outcome("module {}") == "at byte ");
}

} // namespace
} // namespace hlo2cpp::stablehlo
