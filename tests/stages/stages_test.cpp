// What each stage makes of a small module. tests/stages/<stage>/<what it shows>.hlo holds both:
//
//     // target: cortex-m7          of the command line, each if wanted: target, optimize, deterministic, arguments,
//                                   threads, memory; several targets have a dump each, of which those behind the
//                                   first begin with "---- dump TARGET"
//     HloModule ...                 the module, with a comment that says what is to be seen
//     ---- dump                     this line; what follows never reaches the reader of HLO text
//     region 0 (entry)              what `hlo2cpp compile --dump <stage>` prints
//
// UPDATE_GOLDEN=1 writes the dumps that the stages give now into the files.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "driver/compile.h"
#include "driver/memory_option.h"
#include "driver/stages.h"
#include "first_difference.h"
#include "read/reader.h"

using namespace hlo2cpp;

namespace {

constexpr const char* kSeparator = "---- dump\n";
constexpr const char* kFolder = HLO2CPP_SOURCE_DIR "/tests/stages";

struct StageFile {
    std::filesystem::path path;
    std::string module, dump;
};

StageFile read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    const std::string text = bytes.str();
    const std::size_t at = text.find(std::string("\n") + kSeparator);
    if (at == std::string::npos) return {path, text + (text.ends_with('\n') ? "" : "\n"), ""};
    return {path, text.substr(0, at + 1), text.substr(at + 1 + std::string(kSeparator).size())};
}

std::vector<StageFile> all_files() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder))
        if (entry.path().extension() == ".hlo") paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<StageFile> files;
    for (const std::filesystem::path& path : paths) files.push_back(read_file(path));
    return files;
}

// What follows "// name: " in the first lines of the module.
std::optional<std::string> option(const StageFile& file, const std::string& name) {
    std::istringstream lines(file.module);
    const std::string start = "// " + name + ": ";
    for (std::string line; std::getline(lines, line) && line.starts_with("//");)
        if (line.starts_with(start)) return line.substr(start.size());
    return std::nullopt;
}

CompileOptions options_of(const StageFile& file, const std::string& name) {
    const std::optional<Target> target = find_target(name);
    REQUIRE(target.has_value());
    CompileOptions options{.target = *target};
    options.generate.name = "m";
    options.generate.goal.in_order = option(file, "deterministic") == "yes";
    options.generate.goal.finite = option(file, "finite") == "yes";
    options.generate.goal.threads = std::stoi(option(file, "threads").value_or("1"));
    if (const std::optional<std::string> memory = option(file, "memory")) options.memory = parse_memory(*memory);
    options.any_arguments = option(file, "arguments") == "any";
    const std::string optimize = option(file, "optimize").value_or("balanced");
    REQUIRE((optimize == "size" || optimize == "balanced" || optimize == "speed"));
    if (optimize != "balanced") options.generate.goal.optimize = optimize == "size" ? Optimize::Size : Optimize::Speed;
    return options;
}

std::string dump_for(const StageFile& file, const std::string& target) {
    CompileOptions options = options_of(file, target);
    std::string dump;
    options.dump = options.stop_after = stages_by_name().at(file.path.parent_path().filename().string());
    options.dump_to = [&](const std::string& text) { dump = text; };
    Diagnostics diagnostics;
    compile(read_module_bytes(file.module), options, diagnostics);
    INFO(diagnostics.render(file.path.filename()));
    REQUIRE(!diagnostics.has_errors());
    return dump.ends_with('\n') ? dump : dump + "\n";
}

std::string dump_of(const StageFile& file) {
    std::istringstream targets(option(file, "target").value_or("generic"));
    std::string dumps;
    for (std::string target; targets >> target;)
        dumps += (dumps.empty() ? "" : "---- dump " + target + "\n") + dump_for(file, target);
    return dumps;
}

} // namespace

TEST_CASE("each stage makes of its modules what it made before", "[stages]") {
    const char* update = std::getenv("UPDATE_GOLDEN");
    for (const StageFile& file : all_files()) {
        INFO(std::filesystem::relative(file.path, kFolder).string());
        const std::string now = dump_of(file);
        if (update != nullptr && std::string(update) == "1") {
            std::ofstream(file.path, std::ios::binary) << file.module << kSeparator << now;
            continue;
        }
        INFO("It differs in " << first_difference(now, file.dump) << "\nIf that is wanted: UPDATE_GOLDEN=1");
        CHECK(now == file.dump);
    }
}

TEST_CASE("each stage that has a dump has modules here", "[stages]") {
    for (const char* stage :
         {"lower", "precompute", "fuse", "scalarize", "layout", "arrange", "tile", "schedule", "buffers", "program"}) {
        INFO(stage);
        const auto files = std::filesystem::directory_iterator(std::filesystem::path(kFolder) / stage);
        CHECK(std::distance(begin(files), end(files)) >= 3);
    }
}
