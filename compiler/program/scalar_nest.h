// Scalar code of one point of a kernel.
#pragma once

#include "program/emitter.h"

namespace hlo2cpp {

// The expressions that a kernel's nest asks its emitter for.
std::vector<ExprId> emitted_roots(const Kernel& kernel);
// The ranges of all dimensions for a box of parallel points, and for all points of the kernel.
std::vector<Range> emitted_ranges(const Kernel& kernel, const std::vector<Range>& box);
std::vector<Range> all_ranges(const Kernel& kernel);

// The next state of the accumulators.
void build_combined(Emitter& emitter, const std::vector<tree::Expression>& accumulators);
// The neutral start of a block's partial sum, which changes no term, not even -0: see tile/sum_blocks.h.
tree::Expression start_of_block(Emitter& emitter);
void build_outputs(Emitter& emitter);

} // namespace hlo2cpp
