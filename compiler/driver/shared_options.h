// Options that several commands have, and how options set variables.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "driver/command_line.h"
#include "driver/commands.h"

namespace hlo2cpp {

using Setter = std::function<void(const std::string&)>;

inline Setter set_text(std::string& to) {
    return [&to](const std::string& text) { to = text; };
}
inline Setter add_text(std::vector<std::string>& to) {
    return [&to](const std::string& text) { to.push_back(text); };
}
inline Setter set_flag(bool& flag) {
    return [&flag](const std::string&) { flag = true; };
}
template <typename Variable, typename Value>
inline Setter set_to(Variable& variable, Value value) {
    return [&variable, value](const std::string&) { variable = value; };
}

// The option takes one of these words; the default is the word of the value that is there.
template <typename Value, typename Variable>
OptionSpec with_choices(OptionSpec spec, const std::vector<std::pair<std::string, Value>>& table, Variable& variable) {
    for (const auto& [word, value] : table) {
        spec.choices.push_back(word);
        if (variable == value) spec.by_default = word;
    }
    spec.set = [&variable, values = std::map(table.begin(), table.end())](const std::string& word) {
        variable = values.at(word);
    };
    return spec;
}

OptionSpec output_dir_option(Options& options, const char* text);

// One .npy file for each argument.
OptionSpec input_option(Options& options, const char* text, const char* detail);
inline constexpr const char* kMadeUp =
    "Repeat it for each argument, in the order of the parameters. Arguments are made up where "
    "none is given.";

OptionSpec language_option(GenerateOptions& generate, const std::string& text);

} // namespace hlo2cpp
