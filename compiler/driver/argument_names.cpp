#include "driver/argument_names.h"

#include <algorithm>

#include "program/parameter_names.h"
#include "support/diagnostics.h"
#include "support/listed.h"
#include "support/nearest.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostWordsLeftOut = 8; // at the front of a name
constexpr std::size_t kLongestArgumentName = 80;
constexpr char kBetweenWords = '/';

bool is_of_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// "params['dense'].kernel" becomes "params/dense/kernel".
std::string words_of(const std::string& name) {
    std::string words;
    bool begins = true;
    for (const char c : name) {
        if (is_of_word(c)) {
            if (begins && !words.empty()) words += kBetweenWords;
            words += c;
        }
        begins = !is_of_word(c);
    }
    return words;
}

// The name without the number that XLA puts behind names, "kernel.1".
std::string without_number(const std::string& name) {
    const std::size_t dot = name.find_last_not_of("0123456789");
    return dot != name.npos && dot > 0 && name[dot] == '.' ? name.substr(0, dot) : name;
}

} // namespace

ArgumentNames::ArgumentNames(const Computation& entry) {
    for (std::size_t number = 0; number < entry.parameters.size(); ++number) {
        const Instruction& parameter = entry[entry.parameters[number]];
        for (const std::string& name : names_of_parameter(parameter)) add(names_, name, {.number = number});
        const std::string& variable = name_of_parameter(parameter);
        shown_.push_back(printable(variable, kLongestArgumentName));
        add_words(words_of(variable), number);
        if (&variable == &parameter.name) add_words(words_of(without_number(variable)), number);
    }
}

// Adds the words, and those without the first ones.
void ArgumentNames::add_words(std::string words, std::size_t number) {
    for (std::size_t left_out = 0; left_out <= kMostWordsLeftOut; ++left_out) {
        add(words_, words, {.number = number, .more_words = left_out});
        const std::size_t next = words.find(kBetweenWords);
        if (next == words.npos) break;
        words.erase(0, next + 1);
    }
}

void ArgumentNames::add(Table& table, const std::string& name, const Found& found) {
    if (name.empty()) return;
    const auto [at, is_new] = table.try_emplace(name, found);
    Found& known = at->second;
    if (is_new || known.number == found.number || known.more_words < found.more_words) return;
    if (found.more_words < known.more_words)
        known = found;
    else
        known.several = true;
}

std::size_t ArgumentNames::find(const std::string& name, const std::string& what, bool advise) const {
    for (const auto& [table, written] : {std::pair(&names_, name), std::pair(&words_, words_of(name))}) {
        const auto found = table->find(written);
        if (found == table->end()) continue;
        if (found->second.several) throw InputError(what + ": several arguments have that name: " + alike(written));
        return found->second.number;
    }
    throw InputError(what + ": no argument has that name" + (advise ? advice(name) : ""));
}

// The arguments whose last words are these of a name.
std::string ArgumentNames::alike(const std::string& name) const {
    const std::string words = kBetweenWords + words_of(name);
    std::vector<std::string> found;
    for (const std::string& shown : shown_) {
        const auto ends = [&](const std::string& text) { return (kBetweenWords + words_of(text)).ends_with(words); };
        if (ends(shown) || ends(without_number(shown))) found.push_back(shown);
    }
    return listed(found);
}

// True for the names of a StableHLO text without locations.
bool ArgumentNames::are_numbers() const {
    for (std::size_t number = 0; number < shown_.size(); ++number)
        if (shown_[number] != "arg" + std::to_string(number)) return false;
    return true;
}

// The argument with the nearest words, or all arguments.
std::string ArgumentNames::advice(const std::string& name) const {
    std::vector<std::string> known;
    for (const auto& [words, found] : words_) known.push_back(words);
    std::ranges::sort(known);
    if (const std::optional<std::string> words = nearest(words_of(name), known))
        return "; did you mean " + shown_[words_.at(*words).number] + "?";
    if (shown_.empty()) return "; the module takes none";
    const char* const numbered =
        are_numbers() ? ": numbers alone, where JAX gives names with as_text(debug_info=True)" : "";
    return "; the arguments are " + listed(shown_) + numbered;
}

} // namespace hlo2cpp
