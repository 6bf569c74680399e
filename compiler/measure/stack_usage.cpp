#include "measure/stack_usage.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

bool is_identifier_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Declaration without its place: "n.cpp:81:13:void f(int)" gives "void f(int)".
std::string_view without_place(std::string_view text) {
    const std::size_t suffix = text.find(".cpp:");
    if (suffix == text.npos) return text;
    text.remove_prefix(suffix + 5);
    for (;;) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (digits == 0 || digits == text.size() || text[digits] != ':') return text;
        text.remove_prefix(digits + 1);
    }
}

// The last identifier in front of the parameters, without the suffix of a clone: "void a::f.constprop(int)" is "f".
std::string identifier_of(std::string_view declaration) {
    declaration = declaration.substr(0, declaration.find('('));
    std::size_t begin = declaration.size();
    while (begin > 0 && (is_identifier_character(declaration[begin - 1]) || declaration[begin - 1] == '.')) --begin;
    declaration.remove_prefix(begin);
    return std::string(declaration.substr(0, declaration.find('.')));
}

StackFrame frame_of(std::string_view line) {
    const std::size_t size = line.find('\t'), kind = size == line.npos ? size : line.find('\t', size + 1);
    if (kind == line.npos) throw InputError("not a line of -fstack-usage: " + std::string(line));
    StackFrame frame{.function = identifier_of(without_place(line.substr(0, size)))};
    const char* const end = line.data() + kind;
    if (std::from_chars(line.data() + size + 1, end, frame.bytes).ptr != end)
        throw InputError("not a line of -fstack-usage: " + std::string(line));
    frame.bounded = line.substr(kind + 1) != "dynamic";
    return frame;
}

class Chains {
public:
    Chains(const std::vector<std::int64_t>& frames, const std::vector<ObjectFunction>& functions)
        : frames_(frames), functions_(functions), known_(functions.size()) {}

    // Stack bytes of the function and its deepest callees.
    std::int64_t depth(std::size_t function) {
        Known& known = known_[function];
        if (known.open) throw InputError("the function " + functions_[function].symbols[0] + " calls itself");
        if (known.bytes) return *known.bytes;
        known.open = true;
        std::int64_t deepest = frames_[function];
        for (const ObjectCall& call : functions_[function].calls) {
            if (!call.function) continue;
            const std::int64_t bytes = depth(*call.function) + (call.jump ? 0 : frames_[function]);
            if (bytes > deepest || (bytes == deepest && !known.next)) known.next = call.function;
            deepest = std::max(deepest, bytes);
        }
        known.open = false;
        known.bytes = deepest;
        return deepest;
    }

    DeepestChain deepest(const std::vector<std::size_t>& entries) {
        DeepestChain chain;
        std::optional<std::size_t> first;
        for (const std::size_t entry : entries) {
            const std::int64_t bytes = depth(entry);
            if (first && bytes < chain.bytes) continue;
            first = entry; // the last of equals: entries stand behind their callees
            chain.bytes = bytes;
        }
        for (; first; first = known_[*first].next) chain.functions.push_back(*first);
        return chain;
    }

private:
    struct Known {
        bool open = false;
        std::optional<std::int64_t> bytes;
        std::optional<std::size_t> next; // of the deepest chain
    };
    const std::vector<std::int64_t>& frames_;
    const std::vector<ObjectFunction>& functions_;
    std::vector<Known> known_;
};

} // namespace

std::vector<StackFrame> read_stack_usage(std::string_view text) {
    std::vector<StackFrame> frames;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) frames.push_back(frame_of(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return frames;
}

std::vector<std::int64_t> frame_bytes(const std::vector<StackFrame>& frames,
                                      const std::vector<ObjectFunction>& functions) {
    if (frames.size() != functions.size())
        throw InputError("the compiler's object file has " + std::to_string(functions.size()) +
                         " functions, but -fstack-usage lists " + std::to_string(frames.size()));
    std::vector<std::int64_t> bytes;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto is_listed = [&](const std::string& symbol) {
            return symbol.find(frames[i].function) != std::string::npos;
        };
        if (std::ranges::none_of(functions[i].symbols, is_listed))
            throw InputError("the compiler's object file has the function " + functions[i].symbols[0] +
                             " where -fstack-usage lists " + frames[i].function);
        if (!frames[i].bounded)
            throw InputError("the compiler gives " + functions[i].symbols[0] + " a stack frame of no known size");
        bytes.push_back(frames[i].bytes);
    }
    return bytes;
}

std::vector<std::int64_t> stack_bytes(const std::vector<std::int64_t>& frames,
                                      const std::vector<ObjectFunction>& functions) {
    Chains chains(frames, functions);
    std::vector<std::int64_t> bytes;
    for (std::size_t i = 0; i < functions.size(); ++i) bytes.push_back(chains.depth(i));
    return bytes;
}

DeepestChain deepest_chain(const std::vector<std::int64_t>& frames, const std::vector<ObjectFunction>& functions,
                           const std::vector<std::size_t>& entries) {
    return Chains(frames, functions).deepest(entries);
}

} // namespace hlo2cpp
