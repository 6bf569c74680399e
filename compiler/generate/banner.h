// The texts of the banners beside the figures: argument table, the map of the arena.
#pragma once

#include <string>
#include <vector>

#include "generate/code.h"

namespace hlo2cpp {

std::string argument_table(const std::vector<Argument>& arguments);
std::string argument_promises(const GenerateInput& input);
// Steps over time with the live bytes of each; a summary alone if there are many steps.
std::string arena_map(const GenerateInput& input);

} // namespace hlo2cpp
