// Whether a step may write over one of its operands: the dependence test of compilers (Banerjee's inequalities, with
// the directions in which the loops run), on the index maps of a kernel.
//
//     out[d0] = operand[d0 + 160]      ascending: element 160 is loaded at point 0, stored at point 160
//     out[d0] = operand[d0 - 160]      descending: the other way round
#pragma once

#include "kernel/loads.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// A validator walks through all points of a kernel that runs in place by its order; more are not worth that.
constexpr std::int64_t kMostPointsInOrder = std::int64_t{1} << 24;

// Whether the output may have the bytes of an operand that nobody needs afterwards: in any order of points, or because
// every element is loaded before the nest comes to the point that stores the output's element of its number. Sizes of
// arrays and elements are for the caller to compare; `loads` are those of the kernel. Where there is no nest, no order
// is known.
bool runs_in_place(const Kernel& kernel, const LoopNest* nest, const std::vector<UsedLoad>& loads, ArgumentId operand,
                   std::size_t output);

// The nest, from the last point to the first, where only so an operand may be overwritten that has the size of an
// output: one whose elements move towards higher addresses. Else the nest as it is.
LoopNest in_place_order(const Kernel& kernel, LoopNest nest);

} // namespace hlo2cpp
