// Whole generated files, one a kind of step: NAME.hlo beside NAME.cpp. UPDATE_GOLDEN=1 writes what is generated now.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "first_difference.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

struct Golden {
    std::string name, target;
    Language language = Language::Cpp;
};

const std::vector<Golden> kGolden = {
    {"elementwise", "generic"},
    {"contraction_scalar", "generic"},
    {"contraction_vector", "x86-64-v3"},
    {"reduction", "generic"},
    {"while", "generic"},
    {"conditional", "generic"},
    {"update", "generic"},
    {"concatenate_pad", "generic"},
    {"scatter", "generic"},
    {"sort", "generic"},
    {"sort", "generic", Language::C},
};

std::string path_of(const std::string& file) {
    return HLO2CPP_SOURCE_DIR "/tests/golden/" + file;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::string generated(const Golden& golden) {
    CompileOptions options{.target = *find_target(golden.target)};
    options.generate.name = golden.name == "while" ? "loop" : golden.name; // a word of C++
    options.generate.module_file = golden.name + ".hlo";
    if (golden.target != "generic") options.generate.command_line = "--target " + golden.target;
    options.generate.language = golden.language;
    if (golden.language == Language::C) options.generate.command_line = "--language c";
    Diagnostics diagnostics;
    const Compilation compilation =
        compile(read_module_bytes(bytes_of(path_of(golden.name + ".hlo"))), options, diagnostics);
    INFO(diagnostics.render(golden.name));
    REQUIRE(!diagnostics.has_errors());
    return compilation.code.source;
}

} // namespace

TEST_CASE("generated files are those of before", "[golden]") {
    const char* update = std::getenv("UPDATE_GOLDEN");
    for (const Golden& golden : kGolden) {
        const std::string now = generated(golden), file = golden.name + source_suffix(golden.language);
        const std::string path = path_of(file);
        if (update != nullptr && std::string(update) == "1") std::ofstream(path, std::ios::binary) << now;
        const std::string before = bytes_of(path);
        INFO(file << " differs in " << first_difference(now, before) << "\nIf that is wanted: UPDATE_GOLDEN=1");
        CHECK(now == before);
    }
}

TEST_CASE("the same module gives the same bytes each time", "[golden]") {
    for (const Golden& golden : kGolden) CHECK(generated(golden) == generated(golden));
}
