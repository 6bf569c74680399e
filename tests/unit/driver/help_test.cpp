// Help, manual page and completion describe the same options.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "driver/completion.h"
#include "driver/files.h"
#include "driver/help.h"
#include "driver/man_page.h"
#include "driver/process.h"

namespace hlo2cpp {
namespace {

using Catch::Matchers::Contains;

struct Described {
    Options options;
    CommandLine command_line = make_command_line(options);

    // f(command, group, option) of all commands.
    template <typename F>
    void each(const F& f) const {
        for (const CommandSpec& command : command_line.commands)
            for (const OptionGroup& group : command.groups)
                for (const OptionSpec& option : group.options) f(command, group, option);
    }
};

std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    return longest;
}

// The words that bash offers where the cursor is behind the last of these words.
std::string completed(const std::string& script, const std::vector<std::string>& words) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "completion").string(), out = (folder.path() / "out").string();
    std::string text = script + "COMP_WORDS=(";
    for (const std::string& word : words) text += "'" + word + "' ";
    text += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_hlo2cpp\necho \"${COMPREPLY[*]}\"\n";
    std::ofstream(file) << text;
    CHECK(run_process({"/bin/bash", "-u", file}, out, folder.processes()).status == 0);
    return read_file(out);
}

TEST_CASE("every option belongs to a group and has one plain line of text") {
    std::size_t options = 0;
    Described().each([&](const CommandSpec& command, const OptionGroup& group, const OptionSpec& option) {
        INFO(command.name << " " << option.name);
        CHECK_FALSE(group.title.empty());
        CHECK_FALSE(option.text.empty());
        CHECK(option.text.size() <= 54); // beside the name, on a terminal of 80 columns
        CHECK(option.text.find('\n') == std::string::npos);
        CHECK(option.text.back() != '.');
        CHECK((option.detail.empty() || option.detail.back() == '.'));
        CHECK((option.set || option.name == "--help"));
        ++options;
    });
    CHECK(options > 50);
}

TEST_CASE("help fits a terminal of 80 columns") {
    const Described described;
    CHECK(longest_line(help_text(described.command_line)) <= kHelpColumns);
    for (const CommandSpec& command : described.command_line.commands) {
        INFO(command.name);
        CHECK(longest_line(help_text(command)) <= kHelpColumns);
    }
}

TEST_CASE("the help of the tool names every command and shows an example") {
    const Described described;
    const std::string help = help_text(described.command_line);
    for (const CommandSpec& command : described.command_line.commands) CHECK_THAT(help, Contains("  " + command.name));
    CHECK_THAT(help, Contains("hlo2cpp compile digits.pb"));
    for (const ExitStatusSpec& status : described.command_line.exit_statuses)
        CHECK_THAT(help, Contains("  " + std::to_string(status.status) + " "));
}

TEST_CASE("help shows choices with the default among them, and other defaults behind the text") {
    const Described described;
    const std::string help = help_text(described.command_line.commands[0]);
    CHECK_THAT(help, Contains("  --optimize GOAL         prefer little code or fast code\n"
                              "                          size, balanced (default), speed\n"));
    CHECK_THAT(help, Contains("  --output-dir DIR        folder for the generated files (default: .)\n"));
    CHECK_THAT(help, Contains("Usage: hlo2cpp compile MODULE [OPTION]...\n"));
    CHECK_THAT(help, Contains("\nFor which machine:\n  --target TARGET "));
}

TEST_CASE("the examples of help are command lines that hlo2cpp takes") {
    Options options;
    const CommandLine command_line = make_command_line(options);
    const auto parses = [&](const Example& example) {
        INFO(example.command);
        const std::vector<std::string> words = split_words(example.command);
        std::vector<const char*> argv;
        for (const std::string& word : words) argv.push_back(word.c_str());
        CHECK_NOTHROW(parse_command_line(command_line, static_cast<int>(argv.size()), argv.data()));
    };
    for (const Example& example : command_line.examples) parses(example);
    for (const CommandSpec& command : command_line.commands) {
        CHECK_FALSE(command.examples.empty());
        for (const Example& example : command.examples) parses(example);
    }
}

TEST_CASE("options set what they say; defaults that are shown are those that hold") {
    Options options;
    const CommandLine command_line = make_command_line(options);
    CHECK(options.compile.target.name == "generic");
    const std::vector<const char*> words = {"hlo2cpp",
                                            "compile",
                                            "net.pb",
                                            "--target",
                                            "cortex-m7",
                                            "--optimize",
                                            "speed",
                                            "--threads",
                                            "64",
                                            "--memory",
                                            "dtcm=1k,sram=5",
                                            "--max-trips",
                                            "loop=5",
                                            "--max-trips",
                                            "9",
                                            "--arguments",
                                            "any",
                                            "--state",
                                            "s",
                                            "t=1",
                                            "--weights=incbin",
                                            "--deterministic",
                                            "--report",
                                            "a.html",
                                            "--seed",
                                            "18446744073709551615"};
    const Request request = parse_command_line(command_line, static_cast<int>(words.size()), words.data());
    REQUIRE(request.command != nullptr);
    CHECK(request.command->name == "compile");
    CHECK(options.module_path == "net.pb");
    CHECK(options.compile.target.name == "cortex-m7");
    CHECK(options.compile.generate.goal.optimize == Optimize::Speed);
    CHECK(options.compile.max_trips.size() == 2);
    REQUIRE(options.compile.memory.size() == 2);
    CHECK(options.compile.memory[0].budget == 1024);
    CHECK(options.compile.any_arguments);
    CHECK(options.state == std::vector<std::string>{"s", "t=1"});
    CHECK(options.compile.generate.weights == WeightsPlace::Incbin);
    CHECK(options.compile.generate.goal.in_order);
    CHECK_FALSE(options.compile.generate.trace);
    CHECK(options.compile.seed == UINT64_MAX);
    CHECK(options.reports == std::vector<std::string>{"a.html"});
    CHECK(options.output_dir == ".");
}

TEST_CASE("the manual page describes every option of every command once") {
    const Described described;
    const std::string page = man_page(described.command_line);
    std::set<std::string> texts;
    described.each([&](const CommandSpec& command, const OptionGroup&, const OptionSpec& option) {
        INFO(command.name << " " << option.name);
        std::string name;
        for (const char c : option.name) name += c == '-' ? "\\-" : std::string(1, c);
        CHECK_THAT(page, Contains("\\fB" + name + "\\fR") || Contains("\\fI" + name + "\\fR"));
    });
    const auto count = [&](const std::string& part) {
        std::size_t times = 0;
        for (std::size_t at = page.find(part); at != page.npos; at = page.find(part, at + 1)) ++times;
        return times;
    };
    CHECK(count(".TP\n\\fB\\-\\-deterministic\\fR\n") == 1);
    CHECK(count("\n.SS hlo2cpp ") == described.command_line.commands.size());
    CHECK_THAT(page, Catch::Matchers::StartsWith(".TH HLO2CPP 1 "));
}

TEST_CASE("the manual page escapes what roff would take for its own") {
    Options options;
    CommandLine command_line = make_command_line(options);
    command_line.detail = ".a \\b -c";
    CHECK_THAT(man_page(command_line), Contains("\n\\&.a \\eb \\-c\n"));
}

TEST_CASE("bash completes commands, options and the values of options") {
    const Described described;
    const std::string script = bash_completion(described.command_line);
    CHECK(completed(script, {"hlo2cpp", "comp"}) == "compile\n");
    CHECK(completed(script, {"hlo2cpp", "--v"}) == "--version\n");
    CHECK(completed(script, {"hlo2cpp", "compile", "--opt"}) == "--optimize\n");
    CHECK(completed(script, {"hlo2cpp", "compile", "net.pb", "--optimize", "s"}) == "size speed\n");
    CHECK(completed(script, {"hlo2cpp", "check", "net.pb", "--target", "cortex-m3"}) ==
          "cortex-m3 cortex-m33-nofp cortex-m33\n");
    CHECK(completed(script, {"hlo2cpp", "run", "net.pb", "--engine", ""}) == "compiled evaluator\n");
    CHECK(completed(script, {"hlo2cpp", "soft-float", "--opt"}) == "\n"); // an option of others
    CHECK(completed(script, {"hlo2cpp", "compile", "ne"}) == "\n");       // names of files are left to bash
}

} // namespace
} // namespace hlo2cpp
