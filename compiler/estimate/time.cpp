#include "estimate/time.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "estimate/program_instructions.h"

namespace hlo2cpp {

std::int64_t rounded(double number) {
    constexpr double kMost = 9e18;
    return number < kMost ? std::llround(number) : static_cast<std::int64_t>(kMost);
}

std::int64_t about(double number) {
    if (number < 1) return 0;
    const double digit = std::pow(10, std::max(std::floor(std::log10(number)) - 2, 0.0));
    return rounded(std::round(number / digit) * digit);
}

std::string clocked_text(const TimeEstimate& estimate) {
    if (estimate.clocked.megahertz <= 0) return "";
    constexpr double kMany = 100;
    const double milliseconds = estimate.milliseconds();
    char text[96];
    if (milliseconds < kMany) std::snprintf(text, sizeof text, "%.3g", milliseconds);
    const std::string number = milliseconds < kMany ? text : std::to_string(about(milliseconds));
    std::snprintf(text, sizeof text, "%s ms at %.6g MHz", number.c_str(), estimate.clocked.megahertz);
    return text;
}

std::string cycles_note(const TimeEstimate& estimate) {
    const std::string clocked = clocked_text(estimate);
    return "on a " + std::string(estimate.clocked.core->name) + (clocked.empty() ? "" : ", " + clocked) +
           ", estimated" + (estimate.open ? "; one round of the loops that data ends" : "");
}

TimeEstimate estimate_time(const Program& program, const Target& target, const ClockedCore& clocked) {
    const ProgramInstructions program_instructions = instructions_of(program, target);
    TimeEstimate estimate{
        .clocked = clocked, .functions = {}, .cycles = 0, .instructions = 0, .open = program_instructions.open};
    for (const FunctionInstructions& function : program_instructions.functions) {
        const double cycles = function.counts.times(clocked.core->cycles) / clocked.core->faster;
        estimate.functions.push_back({.name = function.name, .calls = function.calls, .cycles = cycles});
        estimate.cycles += cycles;
        estimate.instructions += function.counts.times(clocked.core->instructions);
    }
    return estimate;
}

} // namespace hlo2cpp
