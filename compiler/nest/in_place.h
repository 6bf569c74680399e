// In-place execution: a step may overwrite one of its operands if the dependence test of compilers (Banerjee's
// inequalities, with the directions of the loops) allows it on the index maps of the kernel.
//
//     out[d0] = operand[d0 + 160]      ascending: element 160 is loaded at point 0, stored at point 160
//     out[d0] = operand[d0 - 160]      descending: element 0 is loaded at point 160, stored at point 0
#pragma once

#include "kernel/loads.h"
#include "nest/nest.h"

namespace hlo2cpp {

// Largest number of points in an in-place kernel: the validator replays them in order, which must stay affordable.
constexpr std::int64_t kMostPointsInOrder = std::int64_t{1} << 24;

// True if the output may take the bytes of an operand that nobody needs afterwards: in any order of points, or because
// the nest loads each element before it stores the output's element of the same number. The caller compares the sizes
// of arrays and elements; `loads` are those of the kernel. Without a nest, or among its chunks, no order is known.
bool runs_in_place(const Kernel& kernel, const LoopNest* nest, const std::vector<UsedLoad>& loads, ArgumentId operand,
                   std::size_t output);

// An operand that is no constant, and an output whose array and elements have the same sizes.
struct OperandOfSize {
    ArgumentId operand;
    std::size_t output = 0;
};
std::vector<OperandOfSize> operands_of_output_size(const Kernel& kernel);
// True if the loops may overwrite one of them.
bool overwrites_some_operand(const Kernel& kernel, const LoopNest& nest);

} // namespace hlo2cpp
