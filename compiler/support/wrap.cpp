#include "support/wrap.h"

#include <sstream>

namespace hlo2cpp {

std::string wrap_words(const std::string& text, std::size_t columns, std::size_t indentation) {
    std::string lines, line;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > columns) {
            lines += line + "\n";
            line.clear();
        }
        line += (line.empty() ? std::string(indentation, ' ') : " ") + word;
    }
    return lines + line + "\n";
}

} // namespace hlo2cpp
