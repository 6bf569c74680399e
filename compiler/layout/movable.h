// The arrays that may lie in another way than the module says.
#pragma once

#include "ir/module.h"
#include "kernel/kernel.h"

namespace hlo2cpp {

enum class Mobility : std::uint8_t {
    Fixed,    // it lies as the module says
    Free,     // kernels alone use it
    Reshaped, // the same, and some read it in another shape: they may take a copy that lies as the module says
    Copied,   // others need it as the module says; kernels use a copy of it that may lie in another way
    AnyOrder, // others take its dimensions in any order; where its rows have a pitch, that is a copy
};

// By argument: true if the kernel reads it in another shape (through a reshape), so that addresses in another layout
// may be quotients and remainders (a quotient alone, as of groups of features, stays one).
std::vector<bool> read_reshaped(const Kernel& kernel);

// One a value. With the module whose entry this is, its arguments that kernels alone use lie in any order.
std::vector<Mobility> mobility_of_values(const Kernels& kernels, const Module* any_arguments);

} // namespace hlo2cpp
