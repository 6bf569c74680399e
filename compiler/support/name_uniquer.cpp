#include "support/name_uniquer.h"

#include <charconv>

namespace hlo2cpp {

std::string NameUniquer::unique(std::string_view name) {
    std::string_view root = name;
    std::int64_t number = 0;
    bool numbered = false;
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos && dot > 0) {
        const char* const end = name.data() + name.size();
        const auto [parsed, error] = std::from_chars(name.data() + dot + 1, end, number);
        numbered = error == std::errc() && parsed == end && number >= 0;
        if (numbered)
            root = name.substr(0, dot);
        else
            number = 0;
    }
    Numbers& numbers = names_[std::string(root)];
    if (!numbers.used.insert(number).second) {
        while (!numbers.used.insert(numbers.next).second) ++numbers.next;
        number = numbers.next++;
    }
    if (number == 0 && !numbered) return std::string(root);
    return std::string(root) + "." + std::to_string(number);
}

} // namespace hlo2cpp
