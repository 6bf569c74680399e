// The texts of the banners: figures, argument table, the map of the arena.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"

namespace hlo2cpp {

std::string figures_text(const GenerateInput& input);
// Lines on weights that are arguments; empty where none seem to be.
std::string weights_hint(const Kernels& kernels, const std::string& indent);
std::string argument_table(const std::vector<Argument>& arguments);
std::string argument_promises(const GenerateInput& input);
// Steps over time and the bytes that are alive in each; only a summary where there are many.
std::string arena_map(const GenerateInput& input);

} // namespace hlo2cpp
