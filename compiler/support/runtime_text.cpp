#include "support/runtime_text.h"

#include <algorithm>
#include <map>

#include "support/embedded.h"
#include "support/word_character.h"

namespace hlo2cpp {
namespace {

// A function, type or table at the left margin of a file, with the comment lines directly above it.
struct Helper {
    std::string name;
    std::string text;
    std::size_t file = 0;
    std::int64_t array_bytes = 0; // on the stack
};

struct Library {
    std::vector<Helper> helpers;
    std::map<std::string, std::vector<std::size_t>, std::less<>> by_name; // overloads share a name
    std::vector<std::vector<std::string>> includes;                       // of each file
};

// Calls visit(word) for each identifier and number outside // comments.
template <typename Visit>
void for_each_word(std::string_view code, Visit&& visit) {
    for (std::size_t i = 0; i < code.size();) {
        if (code.compare(i, 2, "//") == 0) {
            i = std::min(code.find('\n', i), code.size());
        } else if (is_word_character(code[i])) {
            std::size_t end = i;
            while (end < code.size() && is_word_character(code[end])) ++end;
            visit(code.substr(i, end - i));
            i = end;
        } else {
            ++i;
        }
    }
}

// Name of a helper: the word before the first parenthesis of a function, bracket of a table, or brace of a type.
std::string name_of(std::string_view text) {
    while (text.starts_with("//")) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '(' && text[i] != '[' && text[i] != '{') continue;
        std::size_t end = i;
        while (end > 0 && text[end - 1] == ' ') --end;
        std::size_t begin = end;
        while (begin > 0 && is_word_character(text[begin - 1])) --begin;
        const std::string_view word = text.substr(begin, end - begin);
        if (word != "__attribute__" && !word.empty() && word != "alignas") return std::string(word);
    }
    return {};
}

// Bytes of a local array such as "uint32_t product[7] = ..."; 0 for other lines, also static tables.
std::int64_t array_bytes_in(std::string_view line) {
    static constexpr std::pair<std::string_view, std::int64_t> kTypes[] = {
        {"uint32_t ", 4}, {"int32_t ", 4}, {"float ", 4}, {"uint64_t ", 8}, {"int64_t ", 8}, {"double ", 8}};
    if (!line.starts_with("    ")) return 0;
    line.remove_prefix(line.find_first_not_of(' '));
    const std::size_t bracket = line.find('['), end = line.find("] = {");
    if (bracket == line.npos || end == line.npos || end < bracket) return 0;
    for (const auto& [type, bytes] : kTypes)
        if (line.starts_with(type)) return bytes * std::stoll(std::string(line.substr(bracket + 1, end - bracket - 1)));
    return 0;
}

bool ends_item(std::string_view line, bool first) {
    if (line == "}" || line == "};") return true;
    return first && (line.ends_with("}") || line.ends_with(";"));
}

void read_file(const EmbeddedFile& file, Library& library) {
    const std::size_t number = library.includes.size();
    library.includes.emplace_back();
    std::string comment, item;
    std::int64_t array_bytes = 0;
    for (std::size_t begin = 0; begin < file.text.size();) {
        const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
        const std::string_view line = file.text.substr(begin, end - begin);
        begin = end + 1;
        if (item.empty() && line.starts_with("//")) {
            comment += std::string(line) + "\n";
        } else if (item.empty() && line.starts_with("#include <")) {
            library.includes[number].emplace_back(line.substr(10, line.find('>') - 10));
        } else if (item.empty() && (line.empty() || line.starts_with("#"))) {
            comment.clear();
        } else {
            const bool first = item.empty();
            item += (first ? comment : std::string()) + std::string(line) + "\n";
            comment.clear();
            array_bytes += array_bytes_in(line);
            if (!ends_item(line, first)) continue;
            const std::string name = name_of(item);
            library.by_name[name].push_back(library.helpers.size());
            library.helpers.push_back(
                {.name = name, .text = std::move(item), .file = number, .array_bytes = array_bytes});
            item.clear();
            array_bytes = 0;
        }
    }
}

const Library& library() {
    static const Library kLibrary = [] {
        Library library;
        for (const EmbeddedFile& file : embedded_files())
            if (file.name.ends_with(".h")) read_file(file, library);
        return library;
    }();
    return kLibrary;
}

class Closure {
public:
    // Adds helpers, dependencies first. Returns the bytes of their stack arrays along the deepest chain of calls.
    std::int64_t add(const std::set<std::string>& names) {
        std::set<std::size_t> found;
        for (const std::string& name : names)
            if (const auto it = library().by_name.find(name); it != library().by_name.end())
                found.insert(it->second.begin(), it->second.end());
        std::int64_t deepest = 0;
        for (const std::size_t number : found) deepest = std::max(deepest, add(number));
        return deepest;
    }
    RuntimeText result;

private:
    std::int64_t add(std::size_t number) {
        const auto [known, is_new] = locals_.try_emplace(number, 0);
        if (!is_new) return known->second;
        const Helper& helper = library().helpers[number];
        std::set<std::string> words;
        for_each_word(helper.text, [&](std::string_view word) { words.emplace(word); });
        const std::int64_t locals = helper.array_bytes + add(words);
        locals_[number] = locals;
        result.helpers += helper.text + "\n";
        const std::vector<std::string>& includes = library().includes[helper.file];
        result.includes.insert(includes.begin(), includes.end());
        result.words.merge(words);
        return locals;
    }
    std::map<std::size_t, std::int64_t> locals_; // of each added helper and its calls
};

} // namespace

RuntimeText runtime_text(const std::set<std::string>& names) {
    Closure closure;
    closure.result.locals_bytes = closure.add(names);
    for (const char* function : {"memcpy", "memmove", "memset", "memcmp"}) // library functions beside helpers
        if (names.contains(function)) closure.result.includes.insert("string.h");
    return std::move(closure.result);
}

std::string helper_text(const std::string& name) {
    return library().helpers[library().by_name.at(name).front()].text;
}

std::vector<std::string> runtime_names() {
    std::vector<std::string> names;
    for (const auto& [name, helpers] : library().by_name) names.push_back(name);
    return names;
}

} // namespace hlo2cpp
