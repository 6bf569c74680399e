// Which arrays of a computation have one order of dimensions, since ops that look at each element or window tie them.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// Of each instruction, whether what it is tied to holds the result of a convolution and is read by one: of those that
// `is_image_convolution`. `ties` says which instructions have the order of their operands of the same rank.
std::vector<bool> between_convolutions(const Computation& computation,
                                       const std::function<bool(const Instruction&)>& is_image_convolution,
                                       const std::function<bool(const Instruction&)>& ties);

} // namespace hlo2cpp
