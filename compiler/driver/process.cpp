#include "driver/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The actions and attributes of posix_spawn, freed at the end.
class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    posix_spawn_file_actions_t* get() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

// Whether the backslash at i takes the next character as it is: not inside '...', and inside "..." only before a few.
bool escapes(const std::string& text, std::size_t i, char quote) {
    if (quote == '\'' || i + 1 == text.size()) return false;
    return quote == '\0' || std::strchr("$`\"\\\n", text[i + 1]) != nullptr;
}

} // namespace

ProcessEnd run_process(const std::vector<std::string>& command, const std::filesystem::path& output) {
    std::vector<std::string> words = command; // posix_spawnp wants them mutable
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    SpawnActions actions;
    posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(), environ);
    if (error != 0) throw InputError("cannot start '" + command[0] + "': " + std::strerror(error));
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw InputError("lost '" + command[0] + "': " + std::strerror(errno));
    if (WIFSIGNALED(status)) return {-1, WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

std::string describe(const ProcessEnd& end) {
    if (end.signal == 0) return "exit status " + std::to_string(end.status);
    return "signal " + std::to_string(end.signal) + " (" + strsignal(end.signal) + ")";
}

std::string without_files(const std::vector<std::string>& command) {
    std::string text = command.front();
    for (std::size_t i = 1; i < command.size() && command[i].starts_with("-") && command[i] != "-o"; ++i)
        text += " " + command[i];
    return text;
}

std::string first_lines(const std::string& text, std::size_t limit) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < limit && end < text.size(); ++line) {
        const std::size_t next = text.find('\n', end);
        end = next == std::string::npos ? text.size() : next + 1;
    }
    std::string shown = text.substr(0, end);
    while (!shown.empty() && shown.back() == '\n') shown.pop_back();
    return shown;
}

std::vector<std::string> split_words(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false; // a word, which may be empty quotes
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
            quote = quote != '\0' ? '\0' : c;
            inside = true;
        } else if (c == '\\' && escapes(text, i, quote)) {
            if (text[++i] == '\n') continue; // the line goes on
            word += text[i];
            inside = true;
        } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
            if (inside) words.push_back(word);
            word.clear();
            inside = false;
        } else {
            word += c;
            inside = true;
        }
    }
    if (quote != '\0') throw InputError(std::string("the quote ") + quote + " is not closed in: " + text);
    if (inside) words.push_back(word);
    return words;
}

} // namespace hlo2cpp
