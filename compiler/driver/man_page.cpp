#include "driver/man_page.h"

#include <set>

#include "support/version.h"
#include "support/wrap.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kManColumns = 80;

// Escapes a text for roff: no letter of it is a request or an escape, and a hyphen stays one.
std::string roff(const std::string& text) {
    std::string escaped;
    char before = ' ';
    for (const char c : text) {
        if (before == ' ' && (c == '.' || c == '\'')) escaped += "\\&"; // a line may begin here
        if (c == '\\') {
            escaped += "\\e";
        } else {
            if (c == '-') escaped += '\\';
            escaped += c;
        }
        before = c;
    }
    return escaped;
}

std::string bold(const std::string& text) {
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + roff(text) + "\\fR";
}

// "print the version" with `end` is "Print the version" and `end`.
std::string roff_sentence(const std::string& text, const std::string& end = ".") {
    std::string whole = roff(text) + end;
    if (whole[0] >= 'a' && whole[0] <= 'z') whole[0] = static_cast<char>(whole[0] - 'a' + 'A');
    return whole;
}

std::string man_option_name(const OptionSpec& option) {
    if (option.is_argument()) return italic(option.name);
    return option.value.empty() ? bold(option.name) : bold(option.name) + " " + italic(option.value);
}

std::string man_choices(const OptionSpec& option) {
    std::string list;
    for (const std::string& choice : option.choices)
        list += (list.empty() ? "" : ", ") + bold(choice) + (choice == option.by_default ? " (default)" : "");
    return list;
}

std::string man_option(const OptionSpec& option) {
    const bool default_alone = option.choices.empty() && !option.by_default.empty();
    std::string text = roff_sentence(option.text, default_alone ? " (default: " + bold(option.by_default) + ")." : ".");
    if (!option.detail.empty()) text += " " + roff(option.detail);
    if (!option.choices.empty()) text += " One of " + man_choices(option) + ".";
    std::string needs;
    for (const std::string& other : option.needs) needs += (needs.empty() ? "" : " or ") + bold(other);
    if (!needs.empty()) text += " It needs " + needs + ".";
    return ".TP\n" + man_option_name(option) + "\n" + wrap_words(text, kManColumns);
}

std::string man_examples(const std::vector<Example>& examples) {
    std::string text;
    for (const Example& example : examples)
        text += (text.empty() ? "" : ".PP\n") + roff_sentence(example.purpose, ":") + "\n.PP\n.nf\n.RS\n" +
                roff(example.command) + "\n.RE\n.fi\n";
    return text;
}

// Equal groups have equal keys, so that the page describes each once.
std::string key_of_group(const OptionGroup& group) {
    std::string key = group.title;
    for (const OptionSpec& option : group.options) key += " " + option.name + "\n" + option.text;
    return key;
}

// The options of a command. Groups that an earlier command has are named only.
std::string man_groups(const CommandSpec& command, std::set<std::string>& described) {
    std::string text, named;
    for (const OptionGroup& group : command.groups) {
        if (described.insert(key_of_group(group)).second) {
            text += ".PP\n" + italic(group.title) + "\n";
            for (const OptionSpec& option : group.options) text += man_option(option);
        } else {
            named += (named.empty() ? "" : "; ") + italic(group.title);
        }
    }
    if (named.empty()) return text;
    return text + ".PP\n" + wrap_words("The options of these groups are described above: " + named + ".", kManColumns);
}

std::string man_command(const CommandSpec& command, std::set<std::string>& described) {
    std::string text = ".SS " + roff(usage(command)) + "\n";
    text += wrap_words(roff_sentence(command.text) + " " + roff(command.detail), kManColumns);
    return text + man_groups(command, described) + ".PP\n" + man_examples(command.examples);
}

} // namespace

std::string man_page(const CommandLine& command_line) {
    std::string text =
        ".TH HLO2CPP 1 \"" + std::string(release_date()) + "\" \"hlo2cpp " + roff(version()) + "\" \"User Commands\"\n";
    text += ".SH NAME\nhlo2cpp \\- " + roff(command_line.text) + "\n";
    text += ".SH SYNOPSIS\n" + bold("hlo2cpp") + " " + italic("COMMAND") + " [" + italic("OPTION") + "]...\n";
    text += ".SH DESCRIPTION\n" + wrap_words(roff(command_line.detail), kManColumns);
    text += ".SH OPTIONS\n";
    for (const OptionSpec& option : command_line.options.options) text += man_option(option);
    text += ".SH COMMANDS\n";
    std::set<std::string> described;
    for (const CommandSpec& command : command_line.commands) text += man_command(command, described);
    text += ".SH EXIT STATUS\n";
    for (const ExitStatusSpec& status : command_line.exit_statuses)
        text += ".TP\n" + bold(std::to_string(status.status)) + "\n" + roff_sentence(status.meaning) + "\n";
    return text + ".SH EXAMPLES\n" + man_examples(command_line.examples);
}

} // namespace hlo2cpp
