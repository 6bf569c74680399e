// Child processes: the C++ compiler and what it built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hlo2cpp {

struct ProcessEnd {
    int status = 0; // exit status, or -1 where a signal ended it
    int signal = 0; // that ended it, or 0
};

// Runs the command (found through PATH) with no input and with both outputs in the file `output`, and waits for it.
// Throws InputError where it cannot be started.
ProcessEnd run_process(const std::vector<std::string>& command, const std::filesystem::path& output);

// "exit status 3", "signal 11 (Segmentation fault)".
std::string describe(const ProcessEnd& end);

// "g++ -O2 -mcpu=cortex-m7": a command without its files and all that follows them.
std::string without_files(const std::vector<std::string>& command);

// The first lines of what a child said.
std::string first_lines(const std::string& text, std::size_t limit = 20);

// Words as a shell parts them: at blanks outside '...' and "..."; \ keeps the next character. Nothing is expanded.
// Throws InputError where a quote is not closed.
std::vector<std::string> split_words(const std::string& text);

} // namespace hlo2cpp
