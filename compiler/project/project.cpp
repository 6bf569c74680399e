#include "project/project.h"

#include <algorithm>

#include "generate/files.h"
#include "generate/self_test_text.h"
#include "project/example_text.h"
#include "support/diagnostics.h"
#include "support/embedded.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kTemplates = "project/", kSuffix = ".tmpl", kNamePart = "NAME";

// The value of a file's hole, and nothing that it has no hole for.
std::string filled(std::string_view file, const TemplateValues& all) {
    const std::string_view text = embedded_file(file);
    TemplateValues used;
    for (const auto& [name, value] : all)
        if (text.find("@" + name + "@") != text.npos) used.emplace(name, value);
    return fill_text(text, used);
}

// "net.cpp net_weights.cpp", with `before` in front of each and another suffix.
std::string source_list(const GenerateInput& input, const std::string& before, const std::string& suffix) {
    const std::string name = before + input.options.name;
    return name + suffix + (input.options.weights == WeightsPlace::Source ? " " + name + "_weights" + suffix : "");
}

// "project/make/Makefile.tmpl" is "Makefile" in the folder.
std::string place_of(std::string_view file, const ProjectKind& kind, const std::string& name) {
    std::string place(file.substr(kTemplates.size() + kind.name.size() + 1));
    place.erase(place.size() - kSuffix.size());
    for (std::size_t at = place.find(kNamePart); at != place.npos; at = place.find(kNamePart, at + name.size()))
        place.replace(at, kNamePart.size(), name);
    return place;
}

// Flags of a machine; generic code needs none.
std::string target_note(const Target& target) {
    if (target.compiler_flags.empty()) return "";
    return fill_template("project/target_note.tmpl", {{"target", target.name}, {"flags", target.compiler_flags}});
}

// Lines of the page: how make builds the library for another machine, for the target if that is one.
std::string make_for_another(const GenerateInput& input) {
    const Target& target = input.target;
    const bool other = !target.tools.empty();
    const std::string tools = other ? target.tools : "arm-none-eabi-",
                      flags = other ? target.compiler_flags : "-mcpu=cortex-m4 -mthumb";
    return "make CROSS=" + tools + (flags.empty() ? "" : " FLAGS=\"" + flags + "\"") + " lib" + input.options.name +
           ".a\n               builds the library for " +
           (other ? "that machine" : "another machine, for example this one");
}

// Flags of a vector machine, which CMake's preset of a board has not; generic code needs none.
std::string host_options(const GenerateInput& input) {
    const std::string flags = input.target.host_flags();
    if (flags.empty()) return "";
    return "if(NOT CMAKE_CROSSCOMPILING)\n  target_compile_options(" + input.options.name + " PRIVATE " + flags +
           ")\nendif()";
}

// Values of the holes that differ between projects in C++ and in C.
TemplateValues language_values(const GenerateInput& input) {
    if (input.in_c())
        return {{"language", "C"},
                {"standard", "C99"},
                {"source", input.source_file()},
                {"suffix", "c"},
                {"compile", "$(CC) -std=gnu99 $(OPTIMIZE) $(SECTIONS) $(FLAGS) $(CFLAGS)"},
                {"languages", "C"},
                {"enable_language", ""},
                {"compiler", "C"},
                {"feature", "c_std_99"},
                {"options", "-ffunction-sections"},
                {"select", ""}};
    return {{"language", "C++"},
            {"standard", "C++11"},
            {"source", input.source_file()},
            {"suffix", "cpp"},
            {"compile", "$(CXX) -std=c++11 $(OPTIMIZE) -fno-exceptions -fno-rtti $(SECTIONS) $(FLAGS) $(CXXFLAGS)"},
            {"languages", "C CXX"},
            {"enable_language", "else()\n  enable_language(CXX) # the project around this folder may be one of C\n"},
            {"compiler", "CXX"},
            {"feature", "cxx_std_11"},
            {"options", "-fno-exceptions -fno-rtti -ffunction-sections"},
            {"select", "\tselect CPP\n"}};
}

TemplateValues values_of(const ProjectKind& kind, const GenerateInput& input, const ExampleText& example) {
    const GenerateOptions& options = input.options;
    const std::string suffix = source_suffix(options.language);
    TemplateValues values = language_values(input);
    values.insert({{"name", options.name},
                   {"prefix", input.program.prefix},
                   {"version", version()},
                   {"sources", std::string(kind.sources)},
                   {"example", std::string(kind.example)},
                   {"objects", source_list(input, "", ".o")},
                   {"sources_list", source_list(input, "", suffix)},
                   {"parent_sources", source_list(input, "${CMAKE_CURRENT_LIST_DIR}/../", suffix)},
                   {"host_flags", input.target.host_flags()},
                   {"host_options", host_options(input)},
                   {"cross", make_for_another(input)},
                   {"target_note", target_note(input.target)},
                   {"arena", std::to_string(input.plan.arena_bytes() + input.program.state_bytes() +
                                            input.program.copied_bytes())},
                   {"code", input.measured ? "beside " + std::to_string(input.measured->text_bytes) + " of code"
                                           : "without the code"},
                   {"weights", std::to_string(input.program.weights_bytes())},
                   {"origin", example.origin()},
                   {"entry", run_entry(input) + ";"},
                   {"expected", example.expected()},
                   {"test_flash", std::to_string(SelfTestText(input).flash_bytes())},
                   {"test_ram", std::to_string(SelfTestText(input).memory_bytes())},
                   {"command", command_again(options, options.command_line)}});
    return values;
}

} // namespace

const std::vector<ProjectKind>& project_kinds() {
    static const std::vector<ProjectKind> kKinds = {
        {.name = "make", .sources = "", .example = "example/"},
        {.name = "cmake", .sources = "", .example = "example/"},
        {.name = "arduino", .sources = "src/", .example = "examples/NAME_example/", .has_main = false},
        {.name = "platformio", .sources = "src/", .example = "examples/native/src/"},
        {.name = "esp-idf", .sources = "", .example = "examples/NAME_example/main/", .has_main = false},
        {.name = "zephyr", .sources = "", .example = "samples/NAME_example/src/", .has_main = false},
    };
    return kKinds;
}

const ProjectKind* find_project_kind(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto kind = std::ranges::find(project_kinds(), name, &ProjectKind::name);
    check_internal(kind != project_kinds().end(), "no build system has that name");
    return &*kind;
}

std::vector<Code::File> project_files(const ProjectKind& kind, const GenerateInput& input, const ExampleCall& call) {
    const ExampleText example(input, call);
    const std::string& name = input.options.name;
    TemplateValues values = values_of(kind, input, example);
    const std::string folder = std::string(kTemplates) + std::string(kind.name) + "/";
    const std::string at = place_of(folder + std::string(kind.example) + std::string(kSuffix), kind, name);
    values["example"] = at;
    values["use"] = filled(std::string(kTemplates) + "use/" + std::string(kind.name) + ".md.tmpl", values);
    std::vector<Code::File> files;
    files.push_back({at + name + "_example.h", example.header()});
    if (kind.has_main) files.push_back({at + "main.c", filled("project/main.c.tmpl", values)});
    files.push_back({"README.md", without_double_blanks(filled("project/README.md.tmpl", values))});
    for (const EmbeddedFile& file : embedded_files())
        if (file.name.starts_with(folder))
            files.push_back({place_of(file.name, kind, name), filled(file.name, values)});
    return files;
}

} // namespace hlo2cpp
