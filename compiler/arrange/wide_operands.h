// Operands of f16 or bf16 that are copied as f32. A product of matrices needs the elements of one operand in all lanes,
// one by one, and again for each tile of the other one's columns:
//
//     x f16 -> product        becomes        x f16 -> copy -> x as f32 -> product
//
// The copy converts a vector at once, and later readers of the operand read the copy, too.
#pragma once

#include "kernel/kernel.h"
#include "machine/target.h"

namespace hlo2cpp {

void copy_operands_as_f32(Kernels& kernels, const Target& target);

} // namespace hlo2cpp
