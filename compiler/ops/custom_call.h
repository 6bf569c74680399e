// What is known of custom calls.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// What frameworks leave to guide a partitioner or a memory manager: the result is the operand, or all of them.
bool is_annotation(const Instruction& custom_call);
// Between an array and the part of it that one partition has: XLA's partitioner replaces such calls.
bool is_partition_boundary(const Instruction& custom_call);
// An array that nobody has written yet; here it is of zeros.
bool is_allocation(const Instruction& custom_call);

} // namespace hlo2cpp
