// The time of one call of a program on a core, estimated.
#pragma once

#include <string>
#include <vector>

#include "machine/core.h"
#include "machine/target.h"
#include "program/program.h"

namespace hlo2cpp {

struct ClockedCore {
    const Core* core = nullptr;
    double megahertz = 0; // 0: not given, cycles alone
    std::string text;     // as on a command line
};

struct TimeEstimate {
    struct Function {
        std::string name; // of a step, or "run" without its steps
        double calls = 0, cycles = 0;
    };
    ClockedCore clocked;
    std::vector<Function> functions; // cycles of all their calls in one call of the entry
    double cycles = 0, instructions = 0;
    bool open = false; // data ends loops, of which one round is counted
    double milliseconds() const { return cycles / clocked.megahertz / 1000; } // where megahertz are given
};

std::int64_t about(double number);   // three digits of it: more would promise too much
std::int64_t rounded(double number); // the largest number for what is larger
// "0.073 ms at 168 MHz"; empty where no clock is given.
std::string clocked_text(const TimeEstimate& estimate);
// "on a cortex-m4, 0.073 ms at 168 MHz, estimated": what stands behind a number of cycles.
std::string cycles_note(const TimeEstimate& estimate);

TimeEstimate estimate_time(const Program& program, const Target& target, const ClockedCore& clocked);

} // namespace hlo2cpp
