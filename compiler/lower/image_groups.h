// Groups of arrays with one order of dimensions, tied by ops that look at each element or window.
#pragma once

#include <functional>
#include <vector>

#include "ir/module.h"

namespace hlo2cpp {

// One flag an instruction: its group of tied instructions holds the result of a convolution and is read by one. Only
// convolutions with `is_image_convolution` count. `ties` is true for an instruction that has the order of its operands
// of the same rank.
std::vector<bool> between_convolutions(const Computation& computation,
                                       const std::function<bool(const Instruction&)>& is_image_convolution,
                                       const std::function<bool(const Instruction&)>& ties);

} // namespace hlo2cpp
