#include "driver/options.h"

#include <filesystem>

namespace hlo2cpp {
namespace {

constexpr std::size_t kLongestName = 100; // file names may have 255 bytes

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

} // namespace

const char* version() {
    return HLO2CPP_VERSION;
}

std::string name_from_path(const std::string& module_path) {
    std::filesystem::path path = module_path;
    if (path.extension() == ".gz") path = path.stem();
    std::string name;
    for (const char c : path.stem().string()) {
        if (name.size() == kLongestName) break;
        if (is_letter(c)) {
            name += c;
        } else if (is_digit(c)) {
            name += name.empty() ? "m" + std::string(1, c) : std::string(1, c);
        } else if (!name.empty() && name.back() != '_') {
            name += '_';
        }
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    return name.empty() ? "model" : name;
}

bool is_valid_name(const std::string& name) {
    if (name.empty() || name.size() > kLongestName || !is_letter(name[0])) return false;
    for (const char c : name)
        if (!is_letter(c) && !is_digit(c) && c != '_') return false;
    return name.find("__") == std::string::npos && name.back() != '_';
}

} // namespace hlo2cpp
