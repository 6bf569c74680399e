#include "driver/program_tools.h"

#include <cstdlib>
#include <utility>

#include "driver/process.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Programs for another machine are static: this one has none of its libraries.
ProgramTools tools_for_another_machine(const Target& target) {
    if (target.emulator.empty())
        throw InputError("code for " + target.name +
                         " does not run on this machine, nor in an emulator: compile it with --self-test, and run that "
                         "on the machine");
    const std::string package = "g++-" + target.tools.substr(0, target.tools.size() - 1);
    return {.compiler = {target.tools + "g++"},
            .flags = {"-static"},
            .other_compiler = "--cxx",
            .missing_compiler = ". The generated code needs a C++ compiler for " + target.name +
                                ": install one (Debian: apt-get install " + package + "), or name it with --cxx",
            .emulator = split_words(target.emulator),
            .missing_emulator = ". Code for " + target.name +
                                " runs here in an emulator: install it (Debian: apt-get install qemu-user)"};
}

ProgramTools tools_for_this_machine() {
    const char* const cxx = std::getenv("CXX");
    std::vector<std::string> compiler = split_words(cxx == nullptr ? "" : cxx);
    if (compiler.empty()) compiler = {"c++"};
    return {.compiler = std::move(compiler),
            .flags = {},
            .other_compiler = "--cxx or CXX",
            .missing_compiler = ". The generated code needs a C++ compiler here: install one (Debian: apt-get install "
                                "g++), or name it with --cxx or in the environment variable CXX",
            .emulator = {},
            .missing_emulator = {}};
}

} // namespace

ProgramTools program_tools(const Target& target, const std::string& compiler) {
    ProgramTools tools = target.is_another_machine() ? tools_for_another_machine(target) : tools_for_this_machine();
    if (std::vector<std::string> own = split_words(compiler); !own.empty()) tools.compiler = std::move(own);
    for (std::string& flag : split_words(target.host_flags())) tools.flags.push_back(std::move(flag));
    return tools;
}

} // namespace hlo2cpp
