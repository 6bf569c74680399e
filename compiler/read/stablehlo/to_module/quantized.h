// Quantised types: a number is stored as an integer q, and expressed as (q - zero_point) * scale.
//
// Values of such types are arrays of the stored integers. An operation on them is, by StableHLO's specification, the
// operation on expressed numbers between a uniform_dequantize and a uniform_quantize.
#pragma once

#include "read/stablehlo/to_module/rules.h"

namespace hlo2cpp::stablehlo {

// True if the operation has a quantised operand or result, and takes their numbers, not the stored integers.
bool computes_quantized(const Conversion& conversion, const Operation& operation);
// The results of such an operation.
builder::Ops apply_quantized(const OpContext& context);

std::span<const Rule> quantized_rules();

} // namespace hlo2cpp::stablehlo
