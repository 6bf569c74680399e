// The variables of loops that count, and the leaves that follow from them.
#pragma once

#include "fuse/fused_kernels.h"
#include "ops/trip_count.h"

namespace hlo2cpp {

// Makes the variable of a loop whose rounds are known take the values of the counter that its condition tests.
void count_rounds(Kernels& kernels, const CountedLoop& counted, While& step);
// Makes a loop count from a start to a limit; false: it never runs. `operands`: operands of the loop.
bool count_between(Kernels& kernels, ValueId start, const CountLimit& limit, const std::vector<ValueId>& operands,
                   While& step);
// The value of a leaf that follows the loop's variable; none if the leaf does not follow it, and is carried.
ValueId counter_of(FusedKernels& fused, const CountedLoop& counted, const While& step, const Instruction& loop,
                   std::size_t leaf);

} // namespace hlo2cpp
