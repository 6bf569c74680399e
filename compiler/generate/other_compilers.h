// What makes a generated file C++ for compilers that do not take after GCC.
#pragma once

#include "support/runtime_text.h"
#include "tree/uses.h"

namespace hlo2cpp {

// Definitions of the built-in functions and keywords of GCC that the file uses, for compilers that lack them; to stand
// behind all other #include lines. Empty where there are none.
std::string other_compilers_text(const Used& used, const RuntimeText& runtime);
// The built-in functions that it knows.
std::set<std::string> known_builtins();

} // namespace hlo2cpp
