// The texts of the banners: figures, argument table, the map of the arena.
#pragma once

#include <string>
#include <vector>

#include "generate/region.h"

namespace hlo2cpp {

struct Figures {
    std::int64_t arena_bytes = 0, state_bytes = 0, weights_bytes = 0, locals_bytes = 0, multiply_adds = 0;
    const Measured* measured = nullptr;
};

std::int64_t multiply_adds_of(const Program& program); // of one run; loops of unknown length count once
std::string figures_text(const Figures& figures);
std::string argument_table(const std::vector<Argument>& arguments);
std::string argument_promises(const Program& program, const std::vector<Argument>& arguments);
// Steps over time and the bytes that are alive in each; only a summary where there are many.
std::string arena_map(const Program& program, const std::vector<StepLine>& steps);

} // namespace hlo2cpp
