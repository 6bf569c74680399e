// Math functions that constant folding computes as generated code would: with the same text of runtime_lib.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Tensor;
using FoldableFunction = Tensor (*)(const std::vector<const Tensor*>& operands); // of one shape

// Null where the instruction is none of them, or not of a type that they compute.
FoldableFunction foldable_function(const Instruction& instruction);

} // namespace hlo2cpp
