// Operands of f16 or bf16 that are copied as f32. A product of matrices needs the elements of one operand in all lanes,
// one by one, and again for each tile of the other one's columns:
//
//     x f16 -> product        becomes        x f16 -> copy -> x as f32 -> product
//
// The copy converts a vector at once; other readers of the operand in the region may read it, too.
#pragma once

#include "layout/staging.h"

namespace hlo2cpp {

// The kernel's forms with one more copy of up to so many bytes, one for each operand that the reduction converts.
// `form` has the copies before: of none, the kernel itself is its reader.
std::vector<Staging> stored_as_f32(const Staging& form, std::int64_t most_bytes);

} // namespace hlo2cpp
