// Blocks of sums. Each addition to a long chain rounds once more, at the size of all terms before it, so the error of
// one chain grows with their number. Therefore a sum of 64 terms or more adds neighbouring terms to a partial sum of
// their block, and the partial sum of each block to the total, as soon as that block is complete:
//
//     total = initial value
//     for each block: partial = 0; for each of its terms: partial += term; total += partial
//
// Both chains are about the square root of the terms long. Where a tile holds several partial sums along the reduction
// (lanes and chains), each of them is a chain of its own: a step adds one term to each.
#pragma once

#include <optional>

#include "kernel/kernel.h"

namespace hlo2cpp {

struct SumBlocks {
    std::int64_t dim = 0;   // reduction dimension that is cut into blocks
    std::int64_t steps = 0; // points of it in a block; all of them if each round of the outer loops is a block
    friend bool operator==(const SumBlocks&, const SumBlocks&) = default;
};

// Blocks of a kernel's sum, from the kernel alone; none if it is no sum of floats or complex numbers, if a condition
// excludes terms, or if it adds the products of a dot or a convolution. `parts`: terms of the last dimension that one
// step adds.
std::optional<SumBlocks> sum_blocks(const Kernel& kernel, std::int64_t parts = 1);

} // namespace hlo2cpp
