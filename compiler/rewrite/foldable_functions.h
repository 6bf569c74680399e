// Math functions that constant folding computes as generated code would: with the same text of runtime_lib.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Tensor;
using FoldableFunction = Tensor (*)(const std::vector<const Tensor*>& operands); // all operands have one shape

// Function of the instruction; null if folding does not know it, or not for this type.
FoldableFunction foldable_function(const Instruction& instruction);

} // namespace hlo2cpp
