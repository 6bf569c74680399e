// What is known of custom calls.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// What frameworks leave to guide a partitioner or a memory manager: the result is the operand.
bool is_annotation(const Instruction& custom_call);
// Whether it must run, once each time and in order, even where nothing reads its result.
bool has_effect(const Instruction& instruction);
// By computation of a module whose callees come first: whether an instruction has an effect, or calls one that has.
std::vector<bool> computations_with_effects(const Module& module);

} // namespace hlo2cpp
