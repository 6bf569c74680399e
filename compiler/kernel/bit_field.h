// Integers in some bits of a byte, as expressions:
//
//     shift-right-arithmetic(shift-left(convert(load), up), 32 - bits)       in s32; logical where bytes have no sign
//
// `up` is an index: 32 - bits where they are the lowest ones.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

struct BitField {
    ExprId load; // of the byte
    ExprId up;
    int bits = 0;
};

// Adds the integer in so many bits of the byte, from bit `low` on.
ExprId add_bit_field(ExprGraph& exprs, Expr load, const Index& low, int bits);
// None for any other expression.
std::optional<BitField> bit_field(const Kernel& kernel, ExprId number);
// All in an expression.
std::vector<BitField> bit_fields(const Kernel& kernel, ExprId root);

} // namespace hlo2cpp
