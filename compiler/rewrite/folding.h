// Evaluates one instruction on constants, with the bits that generated code gives.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Tensor;

// True if folding can compute this op at all.
bool can_fold(const Instruction& instruction);

// Result of such an instruction on these operands.
Tensor folded(const Module& module, const Computation& computation, const Instruction& instruction,
              const std::vector<const Tensor*>& operands);
// Result of a binary op on two scalars of one type.
Literal folded(const Module& module, Opcode opcode, const Literal& a, const Literal& b);

} // namespace hlo2cpp
