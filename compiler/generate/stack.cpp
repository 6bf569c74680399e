#include "generate/stack.h"

#include <algorithm>

namespace hlo2cpp {

std::int64_t frame_bytes(std::size_t parameters, const std::vector<std::string>& lines) {
    constexpr std::int64_t kSaved = 96, kWord = 8; // callee-saved registers, return address, alignment
    constexpr std::int64_t kMostSpilled = 64;      // variables that are alive at once and find no register
    std::int64_t variables = 0;
    for (const std::string& line : lines) {
        const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
        const bool declares = line.compare(start, 6, "const ") == 0 || line.compare(start, 4, "for ") == 0 ||
                              line.compare(start, 6, "float ") == 0 || line.compare(start, 7, "double ") == 0;
        variables += declares ? 1 : 0;
    }
    return kSaved + kWord * (static_cast<std::int64_t>(parameters) + std::min(variables, kMostSpilled));
}

} // namespace hlo2cpp
