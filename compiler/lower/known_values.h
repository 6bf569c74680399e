// Integers that follow from constants.
#pragma once

#include <optional>

#include "evaluate/tensor.h"
#include "ir/module.h"

namespace hlo2cpp {

// The elements of an array of integers that a few exact operations compute from constants; nothing if they are not
// known, or too many.
std::optional<Tensor> known_integers(const Module& module, const Computation& computation, InstructionId id);

} // namespace hlo2cpp
