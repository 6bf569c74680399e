// The command line.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <new>

#include "driver/command_line.h"
#include "driver/commands.h"
#include "driver/completion.h"
#include "driver/exit_status.h"
#include "driver/help.h"
#include "driver/man_page.h"
#include "support/input_errors.h"
#include "support/version.h"

namespace hlo2cpp {
namespace {

// The stage that runs, on one line of a terminal that the next one replaces.
class Progress {
public:
    ~Progress() { clear(); }
    void show(const char* stage) {
        std::fprintf(stderr, "\r\033[K%s ...", stage);
        std::fflush(stderr);
        shown_ = true;
    }
    void clear() {
        if (shown_) std::fputs("\r\033[K", stderr);
        shown_ = false;
    }

private:
    bool shown_ = false;
};

// --state takes any number of names; where MODULE stands behind them it is among them: the one that is a file.
void find_module(Options& options, const CommandSpec& command) {
    const auto is_module = [](const OptionSpec& option) { return option.name == "MODULE"; };
    const auto takes_module = [&](const OptionGroup& group) { return std::ranges::any_of(group.options, is_module); };
    if (!options.module_path.empty() || std::ranges::none_of(command.groups, takes_module)) return;
    const auto is_file = [](const std::string& text) { return std::filesystem::exists(text); };
    const auto module = std::ranges::find_if(options.state, is_file);
    if (module == options.state.end()) throw UsageError("MODULE is missing", &command);
    options.module_path = *module;
    options.state.erase(module);
}

void complete_options(Options& options, const CommandSpec& command) {
    find_module(options, command);
    try {
        for (const std::string& text : options.state) options.compile.state.push_back(parse_state(text));
    } catch (const InputError& error) {
        throw UsageError(error.what(), &command);
    }
    options.compile.dump_to = [](const std::string& text) { std::fputs(text.c_str(), stdout); };
}

// Pages that describe hlo2cpp itself.
std::string page_text(Page page, const CommandLine& command_line) {
    switch (page) {
    case Page::Version: return std::string("hlo2cpp ") + version() + "\n";
    case Page::Manual: return man_page(command_line);
    case Page::Completion: return bash_completion(command_line);
    }
    return "";
}

std::string help_of(const Request& request, const CommandLine& command_line) {
    return request.command != nullptr ? help_text(*request.command) : help_text(command_line);
}

int print(const std::string& text) {
    const bool printed = std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    return printed ? 0 : kInputError;
}

int guarded(const CommandSpec& command, Options& options) {
    Progress progress;
    if (isatty(STDERR_FILENO) != 0) options.compile.progress = [&](const char* stage) { progress.show(stage); };
    const char* const module = options.module_path.empty() ? "hlo2cpp" : options.module_path.c_str();
    try {
        return command.run(options);
    } catch (const InputError& error) {
        progress.clear();
        Diagnostics diagnostics;
        diagnostics.error(error.diagnostic);
        if (const auto* all = dynamic_cast<const InputErrors*>(&error))
            for (const Diagnostic& other : all->more) diagnostics.error(other);
        std::fputs(rendered(std::move(diagnostics), options).c_str(), stderr);
        return kInputError;
    } catch (const std::bad_alloc&) {
        progress.clear();
        std::fprintf(stderr, "%s: error: there is not enough memory for this module\n", module);
        return kInputError;
    } catch (const std::exception& error) {
        progress.clear();
        std::fprintf(stderr, "%s: error: this is a bug in hlo2cpp: %s\n", module, error.what());
        return kInternalError;
    }
}

} // namespace
} // namespace hlo2cpp

int main(int argc, char** argv) {
    using namespace hlo2cpp;
    Options options;
    const CommandLine command_line = make_command_line(options);
    try {
        const Request request = parse_command_line(command_line, argc, argv);
        if (request.help) return print(help_of(request, command_line));
        if (options.page) return print(page_text(*options.page, command_line));
        if (request.command == nullptr) { // a script whose words are missing must see a failure
            std::fputs(help_text(command_line).c_str(), stderr);
            return kUsageError;
        }
        complete_options(options, *request.command);
        return guarded(*request.command, options);
    } catch (const UsageError& error) {
        const std::string command = error.command != nullptr ? " " + error.command->name : "";
        std::fprintf(stderr, "hlo2cpp%s: error: %s\nhlo2cpp%s --help lists %s.\n", command.c_str(), error.what(),
                     command.c_str(), error.command != nullptr ? "its options" : "the commands");
        return kUsageError;
    }
}
