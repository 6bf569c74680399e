#include "driver/command_line.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "support/nearest.h"

namespace hlo2cpp {
namespace {

void set_value(const OptionSpec& spec, const std::string& value) {
    if (spec.choices.empty() || std::ranges::find(spec.choices, value) != spec.choices.end()) return spec.set(value);
    const std::string advice = spec.advise ? spec.advise(value) : "";
    throw InputError(spec.name + ": unknown " + CLI::detail::to_lower(spec.value) + " '" + value + "'; one of " +
                     CLI::detail::join(spec.choices, ", ") +
                     (advice.empty() ? did_you_mean(value, spec.choices) : "; " + advice));
}

void add_option(CLI::App& app, const OptionSpec& spec) {
    if (!spec.set) return; // --help, which CLI11 has by itself
    if (spec.is_flag()) {
        app.add_flag_callback(spec.name, [&spec] { set_value(spec, ""); });
        return;
    }
    const auto set_all = [&spec](const std::vector<std::string>& values) {
        if (spec.takes == OptionSpec::Takes::One && values.size() > 1) throw InputError(spec.name + " is given twice");
        for (const std::string& value : values) set_value(spec, value);
    };
    CLI::Option* const option = app.add_option_function<std::vector<std::string>>(spec.name, set_all);
    option->type_name(spec.value)->required(spec.required);
    switch (spec.takes) {
    case OptionSpec::Takes::One: option->expected(1)->allow_extra_args(false)->take_all(); break;
    case OptionSpec::Takes::Each: option->allow_extra_args(false); break;
    case OptionSpec::Takes::Several: option->expected(1, -1); break;
    }
}

// Refuses an option that means nothing without another one.
void check_needs(const CommandSpec& command, const CLI::App& parser) {
    const auto is_given = [&](const std::string& name) { return parser.count(name) > 0; };
    for (const OptionGroup& group : command.groups)
        for (const OptionSpec& option : group.options)
            if (!option.needs.empty() && is_given(option.name) && std::ranges::none_of(option.needs, is_given))
                throw UsageError(option.name + " requires " + CLI::detail::join(option.needs, " or "), &command);
}

std::vector<std::string> option_names(const std::vector<OptionGroup>& groups) {
    std::vector<std::string> names;
    for (const OptionGroup& group : groups)
        for (const OptionSpec& option : group.options)
            if (!option.is_argument()) names.push_back(option.name);
    return names;
}

std::vector<std::string> command_names(const CommandLine& command_line) {
    std::vector<std::string> names;
    for (const CommandSpec& command : command_line.commands) names.push_back(command.name);
    return names;
}

// Refuses words that no option and no argument took.
void refuse_rest(const CommandLine& command_line, const CommandSpec* command, const std::vector<std::string>& rest) {
    if (rest.empty()) return;
    const auto is_option = [](const std::string& word) { return word.starts_with('-') && word != "-"; };
    const auto option = std::ranges::find_if(rest, is_option);
    if (option != rest.end()) {
        const std::string name = option->substr(0, option->find('='));
        const std::string of = command != nullptr ? command->name : "hlo2cpp without a command";
        const auto names = option_names(command != nullptr ? command->groups : std::vector{command_line.options});
        throw UsageError(of + " has no option " + name + did_you_mean(name, names), command);
    }
    if (command == nullptr) {
        const std::string meant = std::filesystem::exists(rest[0]) ? "; did you mean hlo2cpp compile " + rest[0] + "?"
                                                                   : did_you_mean(rest[0], command_names(command_line));
        throw UsageError("there is no command '" + rest[0] + "'" + meant, nullptr);
    }
    throw UsageError("'" + rest[0] + "' is one argument too many for " + command->name, command);
}

} // namespace

Request parse_command_line(const CommandLine& command_line, int argc, const char* const* argv) {
    CLI::App app;
    app.require_subcommand(0, 1);
    for (const OptionSpec& option : command_line.options.options) add_option(app, option);
    for (const CommandSpec& command : command_line.commands) {
        CLI::App& parser = *app.add_subcommand(command.name);
        for (const OptionGroup& group : command.groups)
            for (const OptionSpec& option : group.options) add_option(parser, option);
    }
    const auto chosen = [&]() -> const CommandSpec* {
        const std::vector<CLI::App*> parsers = app.get_subcommands();
        if (parsers.empty()) return nullptr;
        return &*std::ranges::find(command_line.commands, parsers.front()->get_name(), &CommandSpec::name);
    };
    try {
        app.parse(argc, argv);
        if (const CommandSpec* command = chosen()) check_needs(*command, *app.get_subcommand(command->name));
        return {.command = chosen()};
    } catch (const CLI::CallForHelp&) {
        return {.command = chosen(), .help = true};
    } catch (const CLI::ParseError& error) {
        refuse_rest(command_line, chosen(), app.remaining(true));
        throw UsageError(error.what(), chosen());
    } catch (const InputError& error) { // of the text of an option
        refuse_rest(command_line, chosen(), app.remaining(true));
        throw UsageError(error.what(), chosen());
    }
}

std::string name_and_value(const OptionSpec& option) {
    return option.value.empty() ? option.name : option.name + " " + option.value;
}

std::string usage(const CommandSpec& command) {
    std::string line = "hlo2cpp " + command.name;
    for (const OptionGroup& group : command.groups)
        for (const OptionSpec& option : group.options)
            if (option.required || option.is_argument()) line += " " + name_and_value(option);
    return line + " [OPTION]...";
}

} // namespace hlo2cpp
