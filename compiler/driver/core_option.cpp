#include "driver/core_option.h"

#include <charconv>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

[[noreturn]] void refuse_core(const std::string& what) {
    throw InputError("--core: " + what);
}

std::string joined_names(const auto& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::string core_names() {
    std::vector<std::string_view> names;
    for (const Core& core : cores()) names.push_back(core.name);
    return joined_names(names);
}

// The number in front of "MHz" or "GHz", in megahertz.
double parse_clock(const std::string& text) {
    constexpr double kLeast = 0.001, kMost = 100'000;
    double number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string unit(rest, text.data() + text.size());
    if (error == std::errc() && (unit == "MHz" || unit == "GHz")) {
        const double megahertz = unit == "GHz" ? number * 1000 : number;
        if (megahertz >= kLeast && megahertz <= kMost) return megahertz;
    }
    refuse_core("'" + printable(text, 40) + "' is no clock; write it as in cortex-m4@168MHz or cortex-m7@0.6GHz");
}

ClockedCore parse_core(const std::string& text) {
    const std::size_t at = text.find('@');
    const std::string name = text.substr(0, at);
    ClockedCore clocked{.core = find_core(name), .megahertz = 0, .text = text};
    if (clocked.core == nullptr)
        refuse_core("'" + printable(name, 40) + "' is none of the cores whose cycles are known: " + core_names());
    if (at != text.npos) clocked.megahertz = parse_clock(text.substr(at + 1));
    return clocked;
}

} // namespace

OptionSpec core_option(std::optional<ClockedCore>& core) {
    return {.name = "--core",
            .value = "CORE[@CLOCK]",
            .text = "estimate cycles on this core, as cortex-m4@168MHz",
            .detail = "Header, report and page state the estimate. Cores: " + core_names() + ".",
            .set = [&core](const std::string& text) { core = parse_core(text); }};
}

void check_core(const ClockedCore& clocked, const Target& target) {
    if (clocked.core->runs(target.name)) return;
    refuse_core(std::string(clocked.core->name) + " does not run code of --target " + target.name +
                ", but of --target " + joined_names(clocked.core->targets));
}

} // namespace hlo2cpp
