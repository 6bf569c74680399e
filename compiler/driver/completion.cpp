#include "driver/completion.h"

namespace hlo2cpp {
namespace {

// A branch of the script: the words that may stand there.
std::string case_branch(const std::string& pattern, const std::string& words) {
    return "    " + pattern + ") words='" + words + "' ;;\n";
}

std::string space_joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string option_words(const std::vector<OptionSpec>& options) {
    std::string names;
    for (const OptionSpec& option : options)
        if (!option.is_argument()) names += (names.empty() ? "" : " ") + option.name;
    return names;
}

// The values of an option come first: a word behind it is no option, whatever it begins with.
std::string command_branches(const CommandSpec& command) {
    std::string values, names;
    for (const OptionGroup& group : command.groups) {
        names += (names.empty() ? "" : " ") + option_words(group.options);
        for (const OptionSpec& option : group.options)
            if (!option.is_argument() && !option.is_flag())
                values += case_branch("'" + command.name + " " + option.name + " '*", space_joined(option.choices));
    }
    return values + case_branch("'" + command.name + " '*' -'*", names);
}

} // namespace

std::string bash_completion(const CommandLine& command_line) {
    std::string commands;
    for (const CommandSpec& command : command_line.commands) commands += command.name + " ";
    commands += option_words(command_line.options.options);
    std::string text =
        "# Completion for bash, printed by hlo2cpp --bash-completion. Where it gives no words, bash completes the\n"
        "# names of files.\n"
        "_hlo2cpp() {\n"
        "    local words='' word=\"${COMP_WORDS[COMP_CWORD]}\"\n"
        "    [ \"$COMP_CWORD\" -gt 1 ] || words='" +
        commands +
        "'\n"
        "    case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD - 1]} $word\" in\n";
    for (const CommandSpec& command : command_line.commands) text += command_branches(command);
    return text + "    esac\n"
                  "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                  "}\n"
                  "complete -o bashdefault -o default -F _hlo2cpp hlo2cpp\n";
}

} // namespace hlo2cpp
