// NAME.h
#include <algorithm>

#include "generate/banner.h"
#include "generate/cooperative_text.h"
#include "generate/devices_text.h"
#include "generate/figures_text.h"
#include "generate/files.h"
#include "generate/self_test_text.h"
#include "generate/state_text.h"
#include "generate/weights_files.h"
#include "program/comments.h"
#include "support/ascii_case.h"
#include "support/text_pattern.h"

namespace hlo2cpp {
namespace {

// Number of elements of each argument, and its sizes where they are several.
std::string size_macros(const GenerateInput& input) {
    std::string text;
    for (const Argument& argument : input.entry_arguments()) {
        const std::string macro = "#define " + input.program.prefix + "_" + upper_case(argument.name);
        text += macro + "_ELEMENTS " + std::to_string(caller_shape(argument.shape).elements()) + "\n";
        const std::vector<std::int64_t>& dims = argument.shape.dims;
        for (std::size_t d = 0; d < dims.size() && dims.size() > 1; ++d)
            text += macro + "_DIM" + std::to_string(d) + " " + std::to_string(dims[d]) + "\n";
    }
    return text;
}

std::string stack_macro(const GenerateInput& input) {
    if (!input.measured) return "";
    const std::string why = " /* as measured with the compiler and the flags above */";
    const std::string macro = "#define " + input.program.prefix;
    return macro + "_STACK_BYTES " + std::to_string(input.measured->stack_bytes) + why +
           (input.self_test
                ? "\n" + macro + "_SELF_TEST_STACK_BYTES " + std::to_string(input.measured->self_test_stack_bytes) + why
                : "");
}

std::string threads_macro(const GenerateInput& input) {
    const std::int64_t threads = input.options.goal.threads;
    return threads < 2 ? ""
                       : "#define " + input.program.prefix + "_THREADS " + std::to_string(threads) +
                             " /* chunks of a large step, see parallel_for of the context */";
}

std::string parallel_members(const GenerateInput& input) {
    const std::int64_t threads = input.options.goal.threads;
    return threads < 2 ? "" : fill_template("parallel_members.tmpl", {{"threads", std::to_string(threads)}});
}

std::int64_t alignment_of_arguments(const GenerateInput& input) {
    std::int64_t alignment = 1;
    for (const Argument& argument : input.entry_arguments())
        alignment = std::max(alignment, byte_size(part_type(argument.shape.type)));
    return alignment;
}

// SHA-256 of the module's file. A module made in memory has no file; with weights apart the hash would change with
// them.
std::string module_hash(const GenerateInput& input) {
    if (input.module.sha256.empty() || input.weights_apart()) return "";
    return "#define " + input.program.prefix + "_MODULE_SHA256 \"" + input.module.sha256 +
           "\" /* of the module's file */";
}

std::string summary(const GenerateInput& input) {
    std::vector<std::string> results, inputs;
    for (const Argument& argument : input.program.arguments) {
        const std::string kept = argument.state ? " (kept)" : "";
        if (!argument.result) inputs.push_back(argument.name + kept);
        if (argument.result || argument.written) results.push_back(argument.name + kept);
    }
    if (results.empty()) return "Computes nothing: the module has no results.";
    const auto text = [](const std::vector<std::string>& names) { return comment_list(names, 4); };
    return "Computes " + text(results) + (inputs.empty() ? ", which are constant." : " from " + text(inputs) + ".");
}

bool is_feed(const HostFunction& function) {
    return function.feed != Feed::None;
}

bool takes_sizes(const GenerateInput& input) {
    return std::ranges::any_of(input.program.host_functions,
                               [](const HostFunction& function) { return function.takes_opaque || is_feed(function); });
}

// A function that moves data between the model and its host.
std::string feed_text(const HostFunction& function) {
    const bool takes = function.feed == Feed::Infeed || function.feed == Feed::Recv;
    const bool channel = function.feed == Feed::Send || function.feed == Feed::Recv;
    std::string text = std::string("\n/* The program defines it: ") + (takes ? "fills" : "takes") +
                       " an array of `bytes` bytes. The model calls it for these, in this order, in loops and\n"
                       " * branches more often or never:\n *\n";
    for (const std::string& transfer : function.transfers) text += " *     " + transfer + "\n";
    return text + " */\nvoid " + function.name + "(" + (channel ? "int64_t channel, " : "") + (takes ? "" : "const ") +
           "void* array, size_t bytes);\n";
}

// Declarations of host functions for the linker.
std::string host_functions(const GenerateInput& input) {
    std::string feeds;
    for (const HostFunction& function : input.program.host_functions)
        if (is_feed(function)) feeds += feed_text(function);
    if (std::ranges::all_of(input.program.host_functions, is_feed)) return feeds;
    std::string text =
        "\n/* Functions that the model calls (custom calls): the program defines them. They write to `out`, an array\n"
        " * or an array of pointers to those of a tuple, and only read in[0], in[1], ..., which are likewise. */\n";
    for (const HostFunction& function : input.program.host_functions)
        if (!is_feed(function))
            text += "void " + function.name + "(void* out, void** in" +
                    (function.takes_opaque ? ", const char* opaque, size_t opaque_length" : "") + ");\n";
    return text + feeds;
}

// Bytes of the arena of each region.
std::string region_macros(const GenerateInput& input) {
    std::string text;
    for (const MemoryRegion& region : input.plan.arenas())
        if (!region.name.empty())
            text += "#define " + input.program.prefix + "_ARENA" + upper_case(region.suffix()) + "_BYTES " +
                    std::to_string(region.arena_bytes) + "\n";
    return text;
}

// Members of the context.
std::string arena_members(const GenerateInput& input) {
    const std::string macro = input.program.prefix + "_ARENA";
    std::string text;
    for (const MemoryRegion& region : input.plan.arenas())
        text += "void* arena" + region.suffix() + "; /* " + macro + upper_case(region.suffix()) +
                "_BYTES, aligned to " + macro + "_ALIGNMENT; holds nothing between calls */\n";
    return text.empty() ? "void* arena; /* not used, may be NULL */" : text;
}

TemplateValues header_values(const GenerateInput& input) {
    const std::string& prefix = input.program.prefix;
    const StateText state(input);
    const DevicesText devices(input);
    const CooperativeText cooperative(input);
    const std::string trace =
        input.options.trace
            ? fill_template("trace.tmpl",
                            {{"name", input.options.name}, {"source", input.source_file()}, {"prefix", prefix}})
            : "";
    TemplateValues values = common_values(input);
    values.insert({{"prefix", prefix},
                   {"figures", figures_text(input)},
                   {"module_hash", module_hash(input)},
                   {"arena_bytes", std::to_string(input.plan.arena_bytes())},
                   {"arena_alignment", std::to_string(input.plan.arena_alignment)},
                   {"alignment", std::to_string(alignment_of_arguments(input))},
                   {"weights_bytes", std::to_string(input.program.weights_bytes())},
                   {"stack", stack_macro(input)},
                   {"elements", size_macros(input)},
                   {"state_type", state.type()},
                   {"state_member", state.member()},
                   {"collectives", devices.interface().empty() ? "" : "\n" + devices.interface()},
                   {"devices", devices.declaration()},
                   {"device_members", devices.members()},
                   {"threads", threads_macro(input)},
                   {"parallel_members", parallel_members(input)},
                   {"device_error", devices.error()},
                   {"cooperative_members", cooperative.members()},
                   {"cooperative_errors", cooperative.errors()},
                   {"cooperative", cooperative.declarations()},
                   {"state_functions", state.functions().empty() ? "" : "\n" + state.functions()},
                   {"own", own_memory(input, run_entry(input) + " " + prefix + "_NOEXCEPT;",
                                      " /* define it, for " + input.source_file() + " too, where only " +
                                          input.options.name + "_run_in is used: no arena is reserved */")},
                   {"set_weights", WeightsFiles(input).set_declaration()},
                   {"self_test", SelfTestText(input).header()},
                   {"summary", summary(input)},
                   {"table", argument_table(input.entry_arguments())},
                   {"promises", argument_promises(input)},
                   {"region_bytes", region_macros(input)},
                   {"arena_members", arena_members(input)},
                   {"includes", takes_sizes(input) ? "#include <stddef.h>\n" : ""},
                   {"host_functions", host_functions(input)},
                   {"trace", trace}});
    return values;
}

std::string filled(const TemplateValues& values) {
    return without_double_blanks(fill_template("header.h.tmpl", values));
}

} // namespace

HeaderTexts header_texts(const GenerateInput& input) {
    TemplateValues values = header_values(input);
    values["command"] = command_again(input.options, input.options.all());
    HeaderTexts texts = {.header = filled(values), .pattern = {}};
    if (input.options.measure.empty()) values["command"] += kAnyText;
    values["figures"] = values["stack"] = kAnyText;
    texts.pattern = filled(values);
    return texts;
}

} // namespace hlo2cpp
