// Which instructions must run, once each time and in order, even where nothing reads their results.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// Whether it has an effect itself.
bool has_effect(const Instruction& instruction);

// Of a module as it is now.
class Effects {
public:
    explicit Effects(const Module& module);
    // Whether it has one, or what it calls has.
    bool of(const Instruction& instruction) const;

private:
    std::vector<bool> computations_; // that hold one
};

} // namespace hlo2cpp
