#include "driver/options.h"

#include <algorithm>
#include <charconv>
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

void add_input_shape(const std::string& text, InputShapes& shapes) {
    const std::size_t equals = text.find('=');
    const auto fail = [&](const std::string& message) { throw InputError("--input-shape " + text + ": " + message); };
    const std::string form = "expected NAME=EXTENT,EXTENT,...";
    if (equals == 0 || equals == text.npos) fail(form);
    std::vector<std::int64_t> extents;
    for (const char *at = text.data() + equals + 1, *const end = text.data() + text.size(); at < end; ++at) {
        const auto [rest, error] = std::from_chars(at, end, extents.emplace_back());
        if (error == std::errc::result_out_of_range) fail("the extent " + std::string(at, rest) + " is too large");
        if (error != std::errc() || (rest != end && (*rest != ',' || rest + 1 == end))) fail(form);
        if (extents.back() < 1) fail("an extent is 1 or more, not " + std::to_string(extents.back()));
        at = rest;
    }
    if (!shapes.emplace(text.substr(0, equals), std::move(extents)).second) fail("the input has a shape already");
}

std::string name_from_path(const std::string& module_path) {
    std::filesystem::path path = module_path;
    const std::filesystem::path last = path.filename();
    if (last == "graph.nnef" || ((last.empty() || last == "." || last == "..") && !path.empty())) {
        path = std::filesystem::absolute(path).lexically_normal();
        if (last == "graph.nnef" || path.filename().empty()) path = path.parent_path();
    }
    for (const char* packed : {".gz", ".tgz", ".tar"})
        if (path.extension() == packed) path = path.stem();
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
    if (name.empty()) return "model";
    return is_header_of_c(name) || is_of_interface(name) ? name + "_model" : name;
}

bool is_header_of_c(const std::string& name) {
    static constexpr std::string_view kHeaders[] = {
        "assert", "complex", "ctype",     "errno",  "fenv",   "float",    "inttypes", "iso646",
        "limits", "locale",  "math",      "setjmp", "signal", "stdalign", "stdarg",   "stdatomic",
        "stdbit", "stdbool", "stdckdint", "stddef", "stdint", "stdio",    "stdlib",   "stdnoreturn",
        "string", "tgmath",  "threads",   "time",   "uchar",  "wchar",    "wctype"};
    return std::ranges::find(kHeaders, name) != std::end(kHeaders);
}

bool is_of_interface(const std::string& name) {
    return name == "hlo2cpp" || name == "hlo2cpp_collectives";
}

bool is_valid_name(const std::string& name) {
    if (name.empty() || name.size() > kLongestName || !is_letter(name[0])) return false;
    for (const char c : name)
        if (!is_letter(c) && !is_digit(c) && c != '_') return false;
    return name.find("__") == std::string::npos && name.back() != '_';
}

} // namespace hlo2cpp
