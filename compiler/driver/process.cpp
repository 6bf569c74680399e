#include "driver/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// A command to be started in a group; it frees the objects that posix_spawn needs at its end.
class Spawn {
public:
    Spawn() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    }
    ~Spawn() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;
    void input(const char* path) { posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, path, O_RDONLY, 0); }
    void input(int file) { posix_spawn_file_actions_adddup2(&actions_, file, STDIN_FILENO); }
    void outputs(const char* path) {
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    }
    // Group 0 is a new one.
    pid_t start(std::vector<std::string> words, pid_t group, const std::filesystem::path& folder) {
        std::vector<char*> arguments, environment; // posix_spawnp wants them mutable
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        std::string temporary = "TMPDIR=" + folder.string();
        for (char** variable = environ; *variable != nullptr; ++variable)
            if (!std::string_view(*variable).starts_with("TMPDIR=")) environment.push_back(*variable);
        environment.insert(environment.end(), {temporary.data(), nullptr});
        posix_spawnattr_setpgroup(&attributes_, group);
        pid_t child = 0;
        const int error =
            posix_spawnp(&child, arguments[0], &actions_, &attributes_, arguments.data(), environment.data());
        if (error != 0) throw InputError("cannot start '" + words[0] + "': " + std::strerror(error));
        return child;
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

// True if the backslash at i quotes the next character: never inside '...', and inside "..." only before a few
// characters.
bool escapes(const std::string& text, std::size_t i, char quote) {
    if (quote == '\'' || i + 1 == text.size()) return false;
    return quote == '\0' || std::strchr("$`\"\\\n", text[i + 1]) != nullptr;
}

} // namespace

// The shell ignores the signal that ends the others, until it ends itself.
ProcessGroup::ProcessGroup(const std::filesystem::path& folder) : folder_(folder) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw InputError(std::string("cannot make a pipe: ") + std::strerror(errno));
    Spawn spawn;
    spawn.input(ends[0]);
    spawn.outputs("/dev/null");
    constexpr const char* kScript = "trap '' HUP INT TERM; read -r _; kill -TERM 0; rm -rf -- \"$0\"; kill -KILL 0";
    try {
        shell_ = spawn.start({"sh", "-c", kScript, folder.string()}, 0, folder);
    } catch (...) {
        close(ends[0]);
        close(ends[1]);
        throw;
    }
    close(ends[0]);
    open_ = ends[1];
}

ProcessGroup::~ProcessGroup() {
    kill(-shell_, SIGKILL);
    close(open_);
    while (waitpid(shell_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

ProcessEnd run_process(const std::vector<std::string>& command, const std::filesystem::path& output,
                       const ProcessGroup& group) {
    Spawn spawn;
    spawn.input("/dev/null");
    spawn.outputs(output.c_str());
    const pid_t child = spawn.start(command, group.id(), group.folder());
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
