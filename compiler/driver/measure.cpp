#include "driver/measure.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "driver/files.h"
#include "driver/process.h"
#include "measure/object_functions.h"
#include "measure/stack_usage.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

namespace fs = std::filesystem;

// Messages of the compiler, without the name of the temporary folder.
std::string said(const fs::path& log, const fs::path& folder) {
    std::string text = first_lines(read_file(log));
    const std::string prefix = folder.string() + "/";
    for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at)) text.erase(at, prefix.size());
    return text;
}

void run_compiler(std::vector<std::string> command, const std::vector<std::string>& more,
                  const TemporaryFolder& folder) {
    command.insert(command.end(), more.begin(), more.end());
    const fs::path log = folder.path() / "compiler.log";
    ProcessEnd end;
    try {
        end = run_process(command, log, folder.processes());
    } catch (const InputError& error) {
        throw InputError(std::string("--measure: ") + error.what());
    }
    if (end.status == 0) return;
    throw InputError("--measure: the compiler ended with " + describe(end) +
                     " on the generated code: " + without_files(command) + "\n" + said(log, folder.path()));
}

bool names_machine(const std::vector<std::string>& command) {
    return std::ranges::any_of(command, [](const std::string& word) {
        return word.starts_with("-mcpu=") || word.starts_with("-march=") || word.starts_with("--target=");
    });
}

// "g++ (Debian 12.2.0-14) 12.2.0" is "12.2.0": the first word of digits and points behind the parentheses.
std::string version_in(std::string line) {
    for (std::size_t open = line.find('('); open != line.npos; open = line.find('('))
        line.erase(open, std::min(line.find(')', open), line.size() - 1) + 1 - open);
    std::istringstream words(line);
    for (std::string word; words >> word;)
        if (word.find('.') != word.npos && word.find_first_not_of("0123456789.") == word.npos) return word;
    return {};
}

std::string file_in(const fs::path& folder, const std::string& name, const char* what) {
    if (fs::exists(folder / name)) return read_file(folder / name);
    throw InputError(std::string("--measure: the C++ compiler wrote no ") + what);
}

// Bytes of stack that the compilers' figures leave out. Clang leaves out the return address, which a call pushes on
// x86. Both leave out the red zone of x86-64, 128 bytes below the stack pointer that a function without calls may use.
std::int64_t left_out(Machine machine, const std::vector<std::string>& words, const std::string& compiler,
                      const ObjectFunction& function) {
    const bool clang = compiler.find("clang") != compiler.npos;
    if (machine == Machine::X86) return clang ? 4 : 0;
    if (machine != Machine::X86_64) return 0;
    const bool calls = std::ranges::any_of(function.calls, [](const ObjectCall& call) { return !call.jump; });
    const bool red_zone = !calls && std::ranges::find(words, "-mno-red-zone") == words.end();
    return (clang ? 8 : 0) + (red_zone ? 128 : 0);
}

// `_ZN8n_detail12_GLOBAL__N_13mlpEPKf` is `mlp`: the last of the names with their lengths.
std::string plain_name(const std::string& symbol) {
    const std::string scope = "12_GLOBAL__N_1";
    const std::size_t at = symbol.find(scope);
    if (!symbol.starts_with("_Z") || at == symbol.npos) return symbol;
    std::size_t begin = at + scope.size(), length = 0;
    while (begin < symbol.size() && (symbol[begin] == 'L' || (symbol[begin] >= '0' && symbol[begin] <= '9'))) {
        if (symbol[begin] != 'L') length = length * 10 + static_cast<std::size_t>(symbol[begin] - '0');
        ++begin;
    }
    return length > 0 && begin + length <= symbol.size() ? symbol.substr(begin, length) : symbol;
}

// The path as a word's value ("/x/y", "--sysroot=/x/y", "-I/x/y") is only its last name.
std::string without_folder(const std::string& word) {
    static constexpr std::array<std::string_view, 7> kBeforePath = {"-I",      "-L",       "-B", "-isystem",
                                                                    "-iquote", "-include", "@"};
    const std::size_t slash = word.find('/');
    if (slash == word.npos) return word;
    const std::string front = word.substr(0, slash);
    if (!front.empty() && front.back() != '=' && std::ranges::find(kBeforePath, front) == kBeforePath.end())
        return word;
    return front + word.substr(word.find_last_of('/') + 1);
}

// Entries are the functions that other files call; those of the self-test stand apart.
void add_stack(const ObjectFunctions& object, const std::vector<std::int64_t>& frames, const std::string& name,
               Measured& measured) {
    std::vector<std::size_t> entries, self_tests;
    for (std::size_t i = 0; i < object.functions.size(); ++i) {
        const std::string& symbol = object.functions[i].symbols[0];
        if (symbol.starts_with(name + "_self_test"))
            self_tests.push_back(i);
        else if (object.functions[i].global)
            entries.push_back(i);
    }
    measured.self_test_stack_bytes = deepest_chain(frames, object.functions, self_tests).bytes;
    const std::vector<bool> of_entries = reached_from(object.functions, entries);
    const std::vector<bool> of_self_tests = reached_from(object.functions, self_tests);
    for (std::size_t i = 0; i < object.functions.size(); ++i)
        if (of_self_tests[i] && !of_entries[i]) measured.self_test_code_bytes += object.functions[i].code_bytes;
    const DeepestChain chain = deepest_chain(frames, object.functions, entries);
    measured.stack_bytes = chain.bytes;
    for (const std::size_t function : chain.functions)
        measured.chain.push_back(plain_name(object.functions[function].symbols[0]));
    const std::vector<std::int64_t> stacks = stack_bytes(frames, object.functions);
    for (std::size_t i = 0; i < object.functions.size(); ++i)
        measured.functions.push_back({.name = plain_name(object.functions[i].symbols[0]),
                                      .code_bytes = object.functions[i].code_bytes,
                                      .stack_bytes = stacks[i]});
    std::set<std::string> outside;
    for (const ObjectFunction& function : object.functions)
        for (const ObjectCall& call : function.calls)
            if (!call.function) outside.insert(call.outside);
    measured.outside.assign(outside.begin(), outside.end());
}

} // namespace

Measured measure(const Code& code, const std::string& name, const Target& target,
                 const std::vector<std::string>& command, Language language) {
    const TemporaryFolder folder;
    const std::string source = name + source_suffix(language);
    OutputFiles files;
    files.add(folder.path() / (name + ".h"), code.header);
    files.add(folder.path() / source, code.source);
    files.commit();

    std::vector<std::string> words = command, flags(command.begin() + 1, command.end());
    if (!names_machine(command)) {
        const std::vector<std::string> machine = split_words(target.compiler_flags);
        words.insert(words.end(), machine.begin(), machine.end());
        flags.insert(flags.end(), machine.begin(), machine.end());
    }
    run_compiler(words, {"--version"}, folder);
    Measured measured{.compiler = first_lines(read_file(folder.path() / "compiler.log"), 1)};
    measured.name = command_text({command[0]}) + " " + version_in(measured.compiler);
    measured.flags = command_text(flags);

    if (std::ranges::none_of(words, [](const std::string& word) { return word.starts_with("-std="); }))
        words.emplace_back(language == Language::C ? "-std=gnu99" : "-std=c++17");
    if (language == Language::C) words.insert(words.end(), {"-x", "c"}); // a command for C++ compiles C, too
    const fs::path object_file = folder.path() / (name + ".o");
    run_compiler(words,
                 {"-fno-lto", "-ffunction-sections", "-fstack-usage", "-c", (folder.path() / source).string(), "-o",
                  object_file.string()},
                 folder);
    const ElfFile file = read_elf(file_in(folder.path(), name + ".o", "object file"));
    const ObjectFunctions object = functions_of(file);
    const std::vector<StackFrame> usage =
        read_stack_usage(file_in(folder.path(), name + ".su", "stack usage: give it GCC, or Clang 11 or later"));
    std::vector<std::int64_t> frames = frame_bytes(usage, object.functions);
    for (std::size_t i = 0; i < frames.size(); ++i)
        frames[i] += left_out(file.machine, words, measured.compiler, object.functions[i]);
    add_stack(object, frames, name, measured);
    measured.text_bytes = object.text_bytes;
    measured.rodata_bytes = object.rodata_bytes;
    measured.bss_bytes = object.bss_bytes;
    return measured;
}

std::string command_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        const std::string shown = without_folder(word);
        const bool plain = !shown.empty() && shown.find_first_of(" \t\n'\"\\$") == shown.npos;
        text += (text.empty() ? "" : " ") + (plain ? shown : "'" + shown + "'");
    }
    return text;
}

} // namespace hlo2cpp
