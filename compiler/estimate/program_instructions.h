// The instructions that one call of a program runs, estimated from its tree: what compilers make of loops, addresses
// and registers at -O2 is assumed.
#pragma once

#include <string>
#include <vector>

#include "machine/core.h"
#include "machine/target.h"
#include "program/program.h"

namespace hlo2cpp {

struct FunctionInstructions {
    std::string name;         // of a step, or "run" without its steps
    double calls = 0;         // in one call of the entry
    InstructionCounts counts; // of all these calls
};

struct ProgramInstructions {
    std::vector<FunctionInstructions> functions; // those that are called, in the order of the program; then `run`
    bool open = false;                           // data ends loops: one round of each is counted
};

ProgramInstructions instructions_of(const Program& program, const Target& target);

} // namespace hlo2cpp
