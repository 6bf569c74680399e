#include "support/template.h"

#include <algorithm>
#include <set>

#include "support/diagnostics.h"
#include "support/embedded.h"

namespace hlo2cpp {
namespace {

bool hole_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The hole `@name@` at or after `from`; npos where there is none.
std::size_t find_hole(std::string_view line, std::size_t from, std::string_view& name) {
    for (std::size_t at = line.find('@', from); at != line.npos; at = line.find('@', at + 1)) {
        const std::size_t end = line.find('@', at + 1);
        if (end == line.npos) return line.npos;
        name = line.substr(at + 1, end - at - 1);
        if (!name.empty() && std::all_of(name.begin(), name.end(), hole_character)) return at;
    }
    return line.npos;
}

class Filler {
public:
    explicit Filler(const TemplateValues& values) : values_(values) {}

    void line(std::string_view line) {
        std::string_view name;
        std::string front;
        std::size_t done = 0;
        for (std::size_t hole = find_hole(line, 0, name); hole != line.npos; hole = find_hole(line, done, name)) {
            front += line.substr(done, hole - done);
            done = hole + name.size() + 2;
            if (done == line.size()) return block(front, value(name));
            front += value(name);
        }
        result += front;
        result += line.substr(done);
        result += '\n';
    }

    void check_all_used() const {
        for (const auto& [name, text] : values_)
            if (!used_.contains(name)) throw InternalError("template: the value '" + name + "' has no hole");
    }

    std::string result;

private:
    const std::string& value(std::string_view name) {
        const auto it = values_.find(name);
        if (it == values_.end()) throw InternalError("template: the hole '" + std::string(name) + "' has no value");
        used_.insert(it->first);
        return it->second;
    }

    void block(std::string_view prefix, std::string_view text) {
        if (text.empty()) return;
        if (text.back() == '\n') text.remove_suffix(1);
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            std::string_view front = prefix;
            if (begin == end) // no blanks at the end of a line
                while (!front.empty() && front.back() == ' ') front.remove_suffix(1);
            result += front;
            result += text.substr(begin, end - begin);
            result += '\n';
            begin = end + 1;
        }
    }

    const TemplateValues& values_;
    std::set<std::string, std::less<>> used_;
};

} // namespace

std::string_view embedded_file(std::string_view name) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.name == name) return file.text;
    throw InternalError("no embedded file '" + std::string(name) + "'");
}

std::string fill_text(std::string_view text, const TemplateValues& values) {
    Filler filler(values);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        filler.line(text.substr(begin, end - begin));
        begin = end + 1;
    }
    filler.check_all_used();
    return std::move(filler.result);
}

std::string fill_template(std::string_view file, const TemplateValues& values) {
    return fill_text(embedded_file(file), values);
}

} // namespace hlo2cpp
