// What a person calls a step, and what it computes.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace hlo2cpp {

// Of the op_name of the step's heaviest instruction: "jit(f)/CNN/Conv_0/conv_general_dilated" is conv_0,
// "jit(f)/softmax/reduce_max" softmax_reduce_max. The name of the step's last instruction where there is no op_name.
std::string step_label(const Instruction& heaviest, const Instruction& last);

// Of any instruction or constant: "dense_1/kernel" is dense_1_kernel. The name where the op_name says nothing.
std::string label_of(std::string_view op_name, const std::string& name);

// In words of HLO: "convolution_relu", "dot_add", "reduce_maximum".
std::string computed_by(const Module& module, const Computation& computation, const Instruction& heaviest,
                        const Instruction& last);

} // namespace hlo2cpp
