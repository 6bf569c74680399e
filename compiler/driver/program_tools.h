// The tools that make and run a program with generated code: those of this machine, or another machine's compiler and
// an emulator.
#pragma once

#include <string>
#include <vector>

#include "machine/target.h"

namespace hlo2cpp {

struct ProgramTools {
    std::vector<std::string> compiler; // its command
    std::vector<std::string> flags;    // that programs of the target need
    std::string other_compiler;        // how the user names one: "--cxx or CXX"
    std::string missing_compiler;      // advice where it is not installed
    std::vector<std::string> emulator; // words in front of the program; none: it runs as it is
    std::string missing_emulator;      // the same advice; empty: there is none
};

// `compiler`: the command that the user names; empty: that of CXX, which is for this machine, else the usual one.
// Throws InputError where no program of the target runs here.
ProgramTools program_tools(const Target& target, const std::string& compiler);

} // namespace hlo2cpp
