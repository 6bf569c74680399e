// What one instruction computes of constants, with the bits that generated code gives.
#pragma once

#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

struct Tensor;

// Whether folding can compute this op at all.
bool can_fold(const Instruction& instruction);

// The result of such an instruction, of these operands.
Tensor folded(const Module& module, const Computation& computation, const Instruction& instruction,
              const std::vector<const Tensor*>& operands);
// The same of a binary op and two scalars of one type.
Literal folded(const Module& module, Opcode opcode, const Literal& a, const Literal& b);

} // namespace hlo2cpp
