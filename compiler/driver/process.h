// Child processes: the C++ compiler and the programs that it built.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hlo2cpp {

struct ProcessEnd {
    int status = 0; // exit status, or -1 where a signal ended it
    int signal = 0; // that ended it, or 0
};

// A group of processes that ends with the one that made it, however that ends: a shell, its first member, waits for
// that, then ends the others and removes their folder. No handler of signals could, since none sees SIGKILL.
class ProcessGroup {
public:
    explicit ProcessGroup(const std::filesystem::path& folder); // throws InputError where no shell can be started
    ~ProcessGroup();                                            // ends all that still runs
    ProcessGroup(const ProcessGroup&) = delete;
    ProcessGroup& operator=(const ProcessGroup&) = delete;
    pid_t id() const { return shell_; }
    const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
    pid_t shell_ = 0;
    int open_ = -1; // end of a pipe to the shell, which reads its end of file when this process is gone
};

// Runs the command (found through PATH) in the group, with no input, with both outputs in the file `output` and with
// the group's folder for its own temporary files, and waits for it. Throws InputError where it cannot be started.
ProcessEnd run_process(const std::vector<std::string>& command, const std::filesystem::path& output,
                       const ProcessGroup& group);

// "exit status 3", "signal 11 (Segmentation fault)".
std::string describe(const ProcessEnd& end);

// "g++ -O2 -mcpu=cortex-m7": a command without its files and all that follows them.
std::string without_files(const std::vector<std::string>& command);

// First lines of a child's output.
std::string first_lines(const std::string& text, std::size_t limit = 20);

// Words as a shell parts them: at blanks outside '...' and "..."; \ keeps the next character. Nothing is expanded.
// Throws InputError where a quote is not closed.
std::vector<std::string> split_words(const std::string& text);

} // namespace hlo2cpp
