// Regions: the computations that a while or a conditional calls. After `lower` each belongs to one instruction, and its
// parameters are a range of that instruction's operands:
//
//     while(a, b)               condition(a, b), body(a, b)
//     conditional(s, a, b, c)   branch 0 with two parameters: (a, b); branch 1 with one: (c)
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

bool has_regions(const Instruction& instruction);
// The operand that is parameter 0 of region `number`.
std::size_t first_operand_of_region(const Module& module, const Instruction& instruction, std::size_t number);
// True if the root of region `number` gives the results of the instruction (for a while, of a round).
bool region_gives_results(const Instruction& instruction, std::size_t number);

} // namespace hlo2cpp
