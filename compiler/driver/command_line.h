// The command line as data: the commands, the options of each, and the effect of an option. It is parsed with CLI11,
// and printed as help, as the manual page and as a completion script: one structure for all four.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "driver/options.h"

namespace hlo2cpp {

struct OptionSpec {
    // Number of values of an option, and whether it may be repeated.
    enum class Takes : std::uint8_t {
        One,    // once, one value
        Each,   // any number of times, one value each
        Several // any number of times, one or more values each
    };

    std::string name;                 // "--target"; of an argument without a name, "MODULE"
    std::string value;                // stands for its value: "FILE"; empty: it is a flag, or an argument
    std::string text;                 // effect of the option, in one line
    std::string detail;               // sentences for the manual page; may be empty
    std::vector<std::string> choices; // the values that it takes; empty: any
    std::string by_default;           // the value where it is not given; may be empty
    bool required = false;
    Takes takes = Takes::One;
    std::vector<std::string> needs; // options of which one must be there, too; may be empty
    // Advice on a value that is none of the choices; empty text: it is not known. May be empty.
    std::function<std::string(const std::string&)> advise;
    std::function<void(const std::string&)> set; // gets each value, or "" of a flag; throws InputError; empty: help

    bool is_argument() const { return name[0] != '-'; }
    bool is_flag() const { return !is_argument() && value.empty(); }
};

struct OptionGroup {
    std::string title;
    std::vector<OptionSpec> options;
};

struct Example {
    std::string purpose; // a line without a full stop
    std::string command;
};

struct CommandSpec {
    std::string name;
    std::string text;   // purpose, in one line
    std::string detail; // sentences for help and manual page; may be empty
    std::vector<OptionGroup> groups;
    std::vector<Example> examples;
    int (*run)(const Options&) = nullptr;
};

struct ExitStatusSpec {
    int status = 0;
    std::string meaning;
};

struct CommandLine {
    std::string text;   // purpose of the tool, in one line
    std::string detail; // sentences for help and manual page
    std::vector<CommandSpec> commands;
    OptionGroup options; // of the tool itself, without a command
    std::vector<Example> examples;
    std::vector<ExitStatusSpec> exit_statuses;
};

// The command line of hlo2cpp. Its options set members of `options`, which must outlive the result.
CommandLine make_command_line(Options& options);

// A wrong command line; the text says how to mend it.
struct UsageError : std::runtime_error {
    UsageError(const std::string& what, const CommandSpec* of) : std::runtime_error(what), command(of) {}
    const CommandSpec* command; // nullptr: the tool itself
};

struct Request {
    const CommandSpec* command = nullptr; // nullptr: the tool itself
    bool help = false;
};

// Sets the options that the words name. Throws UsageError.
Request parse_command_line(const CommandLine& command_line, int argc, const char* const* argv);

// The command on a line with all that it requires: "hlo2cpp run MODULE --output-dir DIR [OPTION]...".
std::string usage(const CommandSpec& command);

// "--target NAME", "MODULE".
std::string name_and_value(const OptionSpec& option);

} // namespace hlo2cpp
