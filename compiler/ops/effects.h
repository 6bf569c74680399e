// Instructions with effects: they run once each time and in order, even if nothing reads their results.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// True if the instruction itself has an effect.
bool has_effect(const Instruction& instruction);

// Effects of a module in its present state.
class Effects {
public:
    explicit Effects(const Module& module);
    // True if the instruction or a computation that it calls has an effect.
    bool of(const Instruction& instruction) const;

private:
    std::vector<bool> computations_; // that hold one
};

} // namespace hlo2cpp
