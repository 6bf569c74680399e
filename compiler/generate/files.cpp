#include "generate/files.h"

#include "generate/devices_text.h"
#include "generate/text_lines.h"
#include "program/comments.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

// "const float* x, float dt, float* out"
std::string parameter_list(const std::vector<Argument>& arguments, std::string first) {
    for (const Argument& argument : arguments)
        first = joined(std::move(first), tree::to_text(argument.entry_type()) + " " + argument.name);
    return first;
}

// Behind the declaration comes " NAME_NOEXCEPT;" or " noexcept {".
std::string wrap_entry(const GenerateInput& input, const std::string& entry) {
    return wrap_code(entry, 104 - std::min<std::size_t>(input.program.prefix.size(), 40));
}

} // namespace

std::string joined(std::string first, const std::string& second) {
    if (!first.empty() && !second.empty()) first += ", ";
    return std::move(first) + second;
}

std::string each_arena(const GenerateInput& input, const std::string& before, const std::string& after) {
    std::string text;
    for (const MemoryRegion& region : input.plan.arenas())
        text = joined(std::move(text), before + "arena" + region.suffix() + after);
    return text;
}

std::string without_double_blanks(std::string text) {
    std::size_t kept = 0;
    for (const char c : text)
        if (c != '\n' || !std::string_view(text).substr(0, kept).ends_with("\n\n")) text[kept++] = c;
    text.resize(kept);
    return text;
}

std::string module_text(const Module& module, bool with_hash) {
    const std::string hash = with_hash ? module.sha256.substr(0, 12) : "";
    return comment_text(module.name, 60) + (hash.empty() ? "" : " (sha256 " + comment_text(hash) + ")");
}

std::string command_again(const GenerateOptions& options, const std::string& line) {
    return "hlo2cpp compile " + comment_text(options.module_file) +
           (line.empty() ? "" : " " + comment_text(line, 1000));
}

TemplateValues common_values(const GenerateInput& input) {
    const GenerateOptions& options = input.options;
    const std::string name = options.name;
    return {{"name", name},
            {"source", input.source_file()},
            {"version", version()},
            {"hash", "0x" + run_hash(input) + "u"},
            {"module", module_text(input.module, !input.weights_apart())},
            {"command", command_again(options, options.command_line)},
            {"run_in_entry", entry_text(input, "run_in")}};
}

std::string entry_text(const GenerateInput& input, const std::string& entry) {
    const std::string& name = input.options.name;
    const std::string parameters = parameter_list(input.entry_arguments(), name + "_context* context");
    return wrap_entry(input, "int " + name + "_" + entry + "(" + parameters + ")");
}

std::string run_entry(const GenerateInput& input) {
    const std::string parameters = parameter_list(input.entry_arguments(), DevicesText(input).parameters());
    return wrap_entry(input, "int " + input.options.name + "_run(" + (parameters.empty() ? "void" : parameters) + ")");
}

std::string own_memory(const GenerateInput& input, const std::string& text, const std::string& note) {
    if (!input.has_memory() && !input.self_test) return text;
    return fill_template("own_memory.tmpl",
                         {{"condition", input.program.prefix + "_NO_OWN_ARENA" + note}, {"own", text}});
}

} // namespace hlo2cpp
