// Dumps of kernels and their parts: one line per item, and equal text for equal structure.
#pragma once

#include <string>

#include "kernel/kernel.h"

namespace hlo2cpp {

std::string print_value(const Value& value);             // "temporary f32[4,8] relu.3"
std::string print_ref(ValueId id);                       // "%7"
std::string print_ref(ArgumentId id);                    // "a2"
std::string print_expr(const Kernel& kernel, ExprId id); // "add(e0, e1)"
std::string print_conditions(const IndexSpace& space,
                             const std::vector<Condition>& conditions);           // "0 <= d0 < 4 and ..."
std::string print_kernel(const Kernel& kernel, const std::string& indent);        // several lines
std::string print_kernels(const std::vector<Kernel>& kernels);                    // all, with their numbers
std::string print_step(const StepNode& step, const std::vector<Kernel>& kernels); // one line

} // namespace hlo2cpp
