#include "driver/option_values.h"

#include <charconv>
#include <optional>

#include "driver/commands.h"
#include "driver/process.h"

namespace hlo2cpp {

namespace {

// The number that the whole text is; none if it is no number of the type.
template <typename Number>
std::optional<Number> number_of(const std::string& text) {
    Number number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && rest == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

std::uint64_t parse_seed(const std::string& text) {
    const std::optional<std::uint64_t> seed = number_of<std::uint64_t>(text);
    if (!seed) throw InputError("--seed: '" + text + "' is no integer from 0 to 2^64 - 1");
    return *seed;
}

std::int64_t parse_integer(const std::string& option, const std::string& text, std::int64_t least, std::int64_t most) {
    const std::optional<std::int64_t> number = number_of<std::int64_t>(text);
    if (!number || *number < least || *number > most)
        throw InputError(option + ": '" + text + "' is no integer from " + std::to_string(least) + " to " +
                         std::to_string(most));
    return *number;
}

std::string parse_name(const std::string& name) {
    if (is_header_of_c(name)) throw InputError("--name: C has a header " + name + ".h already; choose another name");
    if (is_of_interface(name))
        throw InputError("--name: the interface between devices has the name " + name + "; choose another name");
    if (!is_valid_name(name))
        throw InputError("--name: '" + name + "' is no C identifier of letters, digits and single underscores");
    return name;
}

std::vector<std::string> parse_compiler(const std::string& text) {
    std::vector<std::string> words = split_words(text);
    if (words.empty()) throw InputError("--measure names no compiler; write, for example, --measure \"g++ -O2\"");
    return words;
}

} // namespace hlo2cpp
