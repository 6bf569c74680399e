#include "driver/memory_option.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "driver/options.h"
#include "kernel/print.h"
#include "support/ascii_case.h"
#include "support/checked.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostRegions = 8;
constexpr std::size_t kLongestRegionName = 30;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;
constexpr const char* kRight =
    "; write regions as NAME=SIZE with commas between, the fastest first: --memory dtcm=64k,sram=256k";

[[noreturn]] void refuse(const std::string& what) {
    throw InputError("--memory: " + what);
}

bool is_region_name(const std::string& name) {
    return is_valid_name(name) && name.size() <= kLongestRegionName && name.back() != '_';
}

// True if a macro like NAME_ARENA_BYTES would have two meanings.
bool ends_like_macro(const std::string& name) {
    std::string word = upper_case(name.substr(name.rfind('_') + 1));
    while (!word.empty() && word.back() >= '0' && word.back() <= '9') word.pop_back();
    for (const char* taken : {"BYTES", "ALIGNMENT", "ELEMENTS", "FILE", "DIM"})
        if (word == taken) return true;
    return false;
}

// A number of bytes above 0; none if the text is no such number.
std::optional<std::int64_t> size_of(std::string text) {
    std::int64_t unit = 1;
    if (!text.empty() && (text.back() == 'k' || text.back() == 'K')) unit = 1024;
    if (!text.empty() && text.back() == 'M') unit = std::int64_t{1024} * 1024;
    if (unit > 1) text.pop_back();
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || rest != text.data() + text.size() || number <= 0) return std::nullopt;
    const std::optional<std::int64_t> bytes = checked_multiply(number, unit);
    return bytes && *bytes <= kMostBytes ? bytes : std::nullopt;
}

MemoryRegion parse_region(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string shown = printable(text, 60);
    if (equals == text.npos) refuse("'" + shown + "' has no size" + kRight);
    MemoryRegion region{.name = text.substr(0, equals)};
    if (!is_region_name(region.name))
        refuse("'" + printable(region.name, 60) + "' is no name of a region: up to " +
               std::to_string(kLongestRegionName) + " letters, digits and single underscores, a letter first");
    if (ends_like_macro(region.name))
        refuse("a region cannot be named '" + region.name +
               "', because macros of the header end so; choose another name");
    const std::optional<std::int64_t> size = size_of(text.substr(equals + 1));
    if (!size)
        refuse("'" + printable(text.substr(equals + 1), 60) + "' is no size of region " + region.name +
               ": a number of bytes from 1 to 2^40, or one with k (1024 bytes) or M (1024 k) behind it");
    region.budget = *size;
    return region;
}

} // namespace

std::vector<MemoryRegion> parse_memory(const std::string& text) {
    std::vector<MemoryRegion> regions;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (begin == end)
            refuse(text.empty() ? std::string("there is no region") + kRight
                                : "a region is missing beside a comma" + std::string(kRight));
        if (regions.size() == kMostRegions) refuse("there are more than " + std::to_string(kMostRegions) + " regions");
        MemoryRegion region = parse_region(text.substr(begin, end - begin));
        for (const MemoryRegion& other : regions)
            if (upper_case(other.name) == upper_case(region.name))
                refuse("regions '" + other.name + "' and '" + region.name +
                       "' have one name in macros, which are in capitals; choose another name");
        regions.push_back(std::move(region));
        begin = end + 1;
    }
    return regions;
}

OptionSpec memory_option(std::vector<MemoryRegion>& memory) {
    return {.name = "--memory",
            .value = "NAME=SIZE,...",
            .text = "memories for arrays, fastest first: dtcm=64k,sram=1M",
            .detail =
                "SIZE is the bytes that the model may have there; k is 1024 bytes, M 1024 k. The arrays with the "
                "most accesses a byte lie in the first memory, each as a whole. Each memory has an arena with the "
                "macro NAME_ARENA_MEMORY, for a section of the linker script. Constants that are read often lie in "
                "what is left, with NAME_WEIGHTS_MEMORY.",
            .set = [&memory](const std::string& text) { memory = parse_memory(text); }};
}

std::string memory_text(const std::vector<MemoryRegion>& regions) {
    std::string text;
    for (const MemoryRegion& region : regions) {
        const bool in_k = region.budget % 1024 == 0;
        text += (text.empty() ? "" : ",") + region.name + "=" +
                (in_k ? std::to_string(region.budget / 1024) + "k" : std::to_string(region.budget));
    }
    return text;
}

} // namespace hlo2cpp
