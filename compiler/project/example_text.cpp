#include "project/example_text.h"

#include <algorithm>

#include "generate/files.h"
#include "generate/numbers.h"
#include "generate/text_lines.h"
#include "program/comments.h"
#include "project/numbers_text.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kMostElementsShown = 10; // of a result
constexpr std::size_t kMostResultsShown = 8;

std::int64_t elements_in_memory(const Argument& argument) {
    return caller_shape(argument.shape).elements();
}

std::string member_type(const Argument& argument) {
    return std::string(info(part_type(argument.shape.type)).memory_type);
}

// The leaf of the results that the argument holds after the call; none: it is only read.
std::optional<std::size_t> result_leaf(const Argument& argument, const Module& module) {
    if (argument.result) return static_cast<std::size_t>(argument.leaf);
    if (!argument.written) return std::nullopt;
    const auto alias = std::ranges::find(module.aliases, argument.leaf, &Alias::parameter_leaf);
    if (alias == module.aliases.end()) return std::nullopt;
    return static_cast<std::size_t>(alias->output_leaf);
}

// True where elements of the result mean nothing: those behind its size at run time.
bool has_used_part(std::size_t leaf, const Module& module) {
    return std::ranges::find(module.result_sizes, static_cast<std::int64_t>(leaf), &SizeLeaf::array) !=
           module.result_sizes.end();
}

const char* function_of(Printed printed) {
    switch (printed) {
    case Printed::Real: return "put_real";
    case Printed::Signed: return "put_signed";
    case Printed::Unsigned: return "put_unsigned";
    case Printed::Bits: break;
    }
    return "put_bits";
}

} // namespace

ExampleText::ExampleText(const GenerateInput& input, const ExampleCall& call) : input_(input), call_(call) {
    for (const Argument& argument : input.entry_arguments()) {
        const std::optional<std::size_t> leaf = result_leaf(argument, input.module);
        if (!leaf || has_used_part(*leaf, input.module) || shown_.size() == kMostResultsShown) continue;
        const Literal& result = call.results.at(*leaf);
        Shown shown{.name = argument.name,
                    .type = result.shape.type,
                    .count = std::min(result.shape.elements(), kMostElementsShown),
                    .expected = {}};
        for (std::int64_t i = 0; i < shown.count; ++i) shown.expected += printed_text(result, i);
        if (shown.count > 0) shown_.push_back(std::move(shown));
    }
}

std::string ExampleText::function(const std::string& file, const TemplateValues& more) const {
    TemplateValues values = more;
    values.emplace("name", name());
    return fill_template("project/" + file + ".tmpl", values);
}

// Functions that the example calls, each once.
std::string ExampleText::functions() const {
    const auto shows = [&](Printed printed) {
        return std::ranges::any_of(shown_, [&](const Shown& shown) { return printed_as(shown.type) == printed; });
    };
    const bool is_double =
        std::ranges::any_of(shown_, [](const Shown& shown) { return shown.type == ElementType::F64; });
    std::string text = fills().empty() ? "" : function("fill");
    if (shows(Printed::Real) || shows(Printed::Signed) || shows(Printed::Unsigned)) text += function("put_digits");
    if (shows(Printed::Real))
        text += function("put_real", {{"real", is_double ? "double" : "float"},
                                      {"largest", is_double ? "DBL_MAX" : "FLT_MAX"},
                                      {"least", is_double ? "0.0001" : "0.0001f"},
                                      {"half", is_double ? "0.5" : "0.5f"}});
    for (const Printed printed : {Printed::Signed, Printed::Unsigned, Printed::Bits})
        if (shows(printed)) text += function(function_of(printed));
    return text;
}

std::string ExampleText::values() const {
    std::string text;
    for (const Argument& argument : input_.entry_arguments()) {
        if (argument.result) continue;
        const Literal& values = *call_.arguments.at(static_cast<std::size_t>(argument.leaf));
        const std::int64_t count = values.shape.elements();
        const auto size = static_cast<std::size_t>(byte_size(values.shape.type));
        std::string numbers;
        for (std::int64_t i = 0; i < count; ++i)
            numbers += (i > 0 ? ", " : "") +
                       memory_literal(values.shape.type, &values.bytes[static_cast<std::size_t>(i) * size]);
        if (count == 0) continue;
        std::string line = fill_template("project/values.tmpl", {{"type", member_type(argument)},
                                                                 {"argument", argument.name},
                                                                 {"count", std::to_string(count)},
                                                                 {"numbers", numbers}});
        line.pop_back(); // the end of the line
        text += wrap_code(line) + "\n";
    }
    return text;
}

std::string ExampleText::members() const {
    std::string text;
    for (const Argument& argument : input_.entry_arguments())
        text += member_type(argument) + " " + argument.name + "[" +
                std::to_string(std::max<std::int64_t>(elements_in_memory(argument), 1)) + "];\n";
    return text.empty() ? "unsigned char unused;\n" : text;
}

std::string ExampleText::fills() const {
    std::string text;
    for (const Argument& argument : input_.entry_arguments())
        if (!argument.result && elements_in_memory(argument) > 0)
            text += fill_template("project/fill_call.tmpl", {{"name", name()}, {"argument", argument.name}});
    return text;
}

std::string ExampleText::arguments() const {
    std::string text;
    for (const Argument& argument : input_.entry_arguments())
        text = joined(std::move(text), "data." + argument.name + (argument.by_value ? "[0]" : ""));
    return text;
}

std::string ExampleText::shows() const {
    std::string text;
    for (const Shown& shown : shown_)
        text += fill_template("project/show.tmpl", {{"count", std::to_string(shown.count)},
                                                    {"put", name() + "_" + function_of(printed_as(shown.type))},
                                                    {"holder", shown.name},
                                                    {"expected", shown.expected}});
    return text;
}

std::string ExampleText::origin() const {
    return call_.given ? "were given with --input" : "were made up";
}

std::string ExampleText::header() const {
    return without_double_blanks(
        fill_template("project/example.h.tmpl", {{"name", name()},
                                                 {"prefix", input_.program.prefix},
                                                 {"origin", origin()},
                                                 {"functions", functions()},
                                                 {"values", values()},
                                                 {"members", members()},
                                                 {"reset", input_.has_state() ? function("reset_call") : ""},
                                                 {"fills", fills()},
                                                 {"call", arguments()},
                                                 {"shows", shows()}}));
}

std::string ExampleText::expected() const {
    std::string text;
    for (const Shown& shown : shown_)
        text += shown.name + "\n  computed" + shown.expected + "\n  expected" + shown.expected + "\n";
    return text + "self-test: good\n";
}

} // namespace hlo2cpp
