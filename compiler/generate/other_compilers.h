// Substitutes for GCC's extensions, for compilers without them.
#pragma once

#include "program/options.h"
#include "support/runtime_text.h"
#include "tree/uses.h"

namespace hlo2cpp {

// Definitions of the built-in functions and keywords of GCC that the file uses, for other compilers; they belong behind
// all other #include lines. Empty if the file uses none.
std::string other_compilers_text(const Used& used, const RuntimeText& runtime, Language language);
// Names of the built-in functions that have substitutes.
std::set<std::string> known_builtins();

} // namespace hlo2cpp
