// `--measure`: the user's own compiler compiles the generated file, and its object is measured.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"
#include "machine/target.h"

namespace hlo2cpp {

// `command`: the compiler and its flags. Throws InputError where it cannot be started, fails, or leaves out what the
// figures need.
Measured measure(const Code& code, const std::string& name, const Target& target,
                 const std::vector<std::string>& command, Language language);

// The words as one would type them, of absolute paths only the last name: they differ from machine to machine.
std::string command_text(const std::vector<std::string>& words);

} // namespace hlo2cpp
