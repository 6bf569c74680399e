// Names of constant arrays, and the comments that describe them.
#pragma once

#include <string>
#include <vector>

#include "program/input.h"

namespace hlo2cpp {

struct ConstantName {
    std::string name;    // after the step that reads it, or its own op_name: any bytes
    std::string comment; // "constant.38, f32[10,4,1,64]: weights of conv_0; packed as ..."
};

// One name for each constant of the plan.
std::vector<ConstantName> constant_names(const ProgramInput& input);

} // namespace hlo2cpp
