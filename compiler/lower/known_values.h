// Integers that follow from constants.
#pragma once

#include <initializer_list>
#include <optional>

#include "evaluate/tensor.h"
#include "ir/module.h"

namespace hlo2cpp {

// The elements of an array of integers that a few exact operations compute from constants; nothing if they are not
// known, or too many.
std::optional<Tensor> known_integers(const Module& module, const Computation& computation, InstructionId id);

// The integers in the first of these types that has them all; null if none has, or there are none.
LiteralPtr stored_in(Tensor integers, std::initializer_list<ElementType> types);

} // namespace hlo2cpp
