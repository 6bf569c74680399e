#include "driver/help.h"

#include "support/version.h"
#include "support/wrap.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kTextColumn = 26; // column of an option's text, behind its name
constexpr const char* kReadOn = "\nRead on: man hlo2cpp, and the guide in share/doc/hlo2cpp/guide.\n";

// A name and its text, which has a line of its own if the name is long.
std::string help_entry(const std::string& name, const std::string& text) {
    std::string line = "  " + name;
    if (line.size() + 2 > kTextColumn) line += "\n";
    line.resize(line.ends_with('\n') ? line.size() + kTextColumn : kTextColumn, ' ');
    return line + text + "\n";
}

std::string help_of_choices(const OptionSpec& option) {
    std::string list;
    for (const std::string& choice : option.choices)
        list += (list.empty() ? "" : ", ") + choice + (choice == option.by_default ? " (default)" : "");
    return list;
}

std::string help_of_option(const OptionSpec& option) {
    if (!option.choices.empty())
        return help_entry(name_and_value(option), option.text) +
               wrap_words(help_of_choices(option), kHelpColumns, kTextColumn);
    const std::string by_default = option.by_default.empty() ? "" : " (default: " + option.by_default + ")";
    return help_entry(name_and_value(option), option.text + by_default);
}

std::string help_of_group(const OptionGroup& group) {
    std::string text = "\n" + group.title + ":\n";
    for (const OptionSpec& option : group.options) text += help_of_option(option);
    return text;
}

std::string help_of_examples(const std::vector<Example>& examples) {
    std::string text = examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
    for (const Example& example : examples) text += "  " + example.purpose + ":\n    " + example.command + "\n";
    return text;
}

} // namespace

std::string help_text(const CommandLine& command_line) {
    std::string text = std::string("hlo2cpp ") + version() + ", " + command_line.text + "\n\n";
    text += wrap_words(command_line.detail, kHelpColumns);
    text += "\nUsage: hlo2cpp COMMAND [OPTION]...\n\nCommands:\n";
    for (const CommandSpec& command : command_line.commands) text += help_entry(command.name, command.text);
    text += help_of_examples(command_line.examples);
    text += help_of_group(command_line.options);
    text += "\nExit status:\n";
    for (const ExitStatusSpec& status : command_line.exit_statuses)
        text += help_entry(std::to_string(status.status), status.meaning);
    return text + kReadOn;
}

std::string help_text(const CommandSpec& command) {
    std::string text = "hlo2cpp " + command.name + ": " + command.text + "\n";
    if (!command.detail.empty()) text += wrap_words(command.detail, kHelpColumns);
    text += "\nUsage: " + usage(command) + "\n";
    for (const OptionGroup& group : command.groups) text += help_of_group(group);
    text += help_of_examples(command.examples);
    return text + kReadOn;
}

} // namespace hlo2cpp
