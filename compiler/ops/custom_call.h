// Custom calls that the compiler knows.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// An annotation for a partitioner or a memory manager: the result is the operand, or all operands.
bool is_annotation(const Instruction& custom_call);
// A boundary between an array and one partition's part of it: XLA's partitioner replaces such calls.
bool is_partition_boundary(const Instruction& custom_call);
// An uninitialized array; here it has zeros.
bool is_allocation(const Instruction& custom_call);

} // namespace hlo2cpp
