// The variables of loops that count, and the leaves that follow from them.
#pragma once

#include "fuse/fused_kernels.h"
#include "ops/trip_count.h"

namespace hlo2cpp {

// Of a loop whose rounds are known: its variable takes the values of the counter that the condition looks at.
void count_rounds(Kernels& kernels, const CountedLoop& counted, While& step);
// A loop from a value to a limit; false: it never runs. `operands`: of the loop.
bool count_between(Kernels& kernels, ValueId start, const CountLimit& limit, const std::vector<ValueId>& operands,
                   While& step);
// The value of a leaf that follows the loop's variable; none where it does not, and is carried.
ValueId counter_of(FusedKernels& fused, const CountedLoop& counted, const While& step, const Instruction& loop,
                   std::size_t leaf);

} // namespace hlo2cpp
