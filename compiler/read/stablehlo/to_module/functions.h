// Functions of elements that StableHLO and its client dialect have and HLO has not as one instruction.
#pragma once

#include "ir/builder/builder.h"

namespace hlo2cpp::stablehlo {

// The operand, converted where it has another element type.
builder::Op as_type(builder::Op operand, ElementType type);
// Sum; of booleans their disjunction.
builder::Op sum(builder::Op a, builder::Op b);
// The larger and the smaller number; complex ones are compared by the real part, then by the imaginary part.
builder::Op larger(builder::Op a, builder::Op b);
builder::Op smaller(builder::Op a, builder::Op b);
// The float after x on the way to y; NaN where one of them is.
builder::Op next_after(builder::Op x, builder::Op y);
builder::Op is_infinite(builder::Op x);
builder::Op is_positive_infinity(builder::Op x);
builder::Op is_negative_infinity(builder::Op x);

// A function of f32 or f64 applied to floats of any width: narrow ones are computed in f32.
builder::Op widely(builder::Op (*function)(builder::Op), builder::Op x);
builder::Op widely(builder::Op (*function)(builder::Op, builder::Op), builder::Op x, builder::Op y);

} // namespace hlo2cpp::stablehlo
