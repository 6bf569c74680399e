// Search for computations that hold an instruction of some kind, or call such a computation.
#pragma once

#include <algorithm>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// One flag a computation. Takes one round if callees come first, as in lowered modules; else a round a level of calls.
template <typename Holds>
std::vector<bool> computations_holding(const Module& module, Holds&& holds) {
    std::vector<bool> found(module.computations.size());
    const auto in_what_is_called = [&](const Instruction& instruction) {
        return std::ranges::any_of(instruction.called, [&](ComputationId called) { return found[called.index()]; });
    };
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i] || std::ranges::none_of(module.computations[i].instructions, [&](const Instruction& one) {
                    return holds(one) || in_what_is_called(one);
                }))
                continue;
            found[i] = grown = true;
        }
    }
    return found;
}

} // namespace hlo2cpp
