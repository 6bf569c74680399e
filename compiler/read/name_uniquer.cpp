#include "read/name_uniquer.h"

#include <charconv>

namespace hlo2cpp {

std::string NameUniquer::unique(std::string_view wish) {
    std::string_view root = wish;
    std::int64_t number = 0;
    bool numbered = false;
    const std::size_t dot = wish.rfind('.');
    if (dot != std::string_view::npos && dot > 0) {
        const char* const end = wish.data() + wish.size();
        const auto [parsed, error] = std::from_chars(wish.data() + dot + 1, end, number);
        numbered = error == std::errc() && parsed == end && number >= 0;
        if (numbered)
            root = wish.substr(0, dot);
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
