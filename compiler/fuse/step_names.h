// Names of steps for people, and of the ops that a step computes.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace hlo2cpp {

// Name of a step by the op_name of its heaviest instruction: "jit(f)/CNN/Conv_0/conv_general_dilated" is conv_0,
// "jit(f)/softmax/reduce_max" softmax_reduce_max. If there is no op_name, it is the name of the step's last
// instruction.
std::string step_label(const Instruction& heaviest, const Instruction& last);

// Name of any instruction or constant: "dense_1/kernel" is dense_1_kernel. If the op_name says nothing, it is `name`.
std::string label_of(std::string_view op_name, const std::string& name);

// The step's computation in words of HLO: "convolution_relu", "dot_add", "reduce_maximum".
std::string computed_by(const Module& module, const Computation& computation, const Instruction& heaviest,
                        const Instruction& last);

} // namespace hlo2cpp
