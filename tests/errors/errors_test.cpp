// Modules that must be refused: each file of this folder says in lines `// error: TEXT` what the messages must contain.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "driver/compile.h"
#include "read/reader.h"

namespace hlo2cpp {
namespace {

struct BadModule {
    std::string text;
    std::vector<std::string> expected;
};

BadModule read_bad_module(const std::filesystem::path& path) {
    BadModule module;
    std::ifstream file(path);
    const std::string marker = "// error: ";
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(marker)) module.expected.push_back(line.substr(marker.size()));
        module.text += line + "\n";
    }
    return module;
}

// All that is said about the module; empty where it is accepted.
std::string complaints(const std::string& text) {
    Diagnostics diagnostics;
    CompileOptions options;
    options.target = *find_target("generic");
    options.generate.name = "bad";
    try {
        compile(read_module_bytes(text), options, diagnostics);
    } catch (const InputError& error) {
        diagnostics.error(error.diagnostic);
    }
    diagnostics.show_text(text);
    return diagnostics.render("bad.hlo");
}

TEST_CASE("modules that must be refused") {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(HLO2CPP_SOURCE_DIR "/tests/errors"))
        if (entry.path().extension() == ".hlo") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
        INFO(path.filename().string());
        const BadModule module = read_bad_module(path);
        const std::string said = complaints(module.text);
        REQUIRE_FALSE(module.expected.empty());
        for (const std::string& expected : module.expected) CHECK_THAT(said, Catch::Contains(expected));
        CHECK_THAT(said, Catch::Contains(": error: "));
        CHECK(std::ranges::all_of(
            said, [](char c) { return c == '\n' || (c >= ' ' && c < 127); })); // whatever the names hold
    }
}

} // namespace
} // namespace hlo2cpp
