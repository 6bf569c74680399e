// The texts of the banners: figures, argument table, the map of the arena.
#pragma once

#include <string>
#include <vector>

#include "buffers/operations.h"
#include "generate/code.h"

namespace hlo2cpp {

std::string figures_text(const GenerateInput& input);
// "44 multiply-adds, 12 other operations, 3 functions".
std::string operations_text(const Operations& operations);
// A sentence on weights that are arguments; empty if no argument seems to be one.
std::string weights_hint(const Kernels& kernels, const Program& program);
std::string argument_table(const std::vector<Argument>& arguments);
std::string argument_promises(const GenerateInput& input);
// Steps over time with the live bytes of each; a summary alone if there are many steps.
std::string arena_map(const GenerateInput& input);

} // namespace hlo2cpp
