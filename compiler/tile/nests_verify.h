// The validator of loop nests: it knows nothing of how `tile` decides.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Throws InternalError with the nest that is not what loop_nest.h promises, and why: each point of a kernel in one
// piece, each loop a walk through its whole range, each reduction dimension once, tiles of dimensions that are there
// and side by side in memory, operands packed in the order in which the tiles read them, a scratch that holds all of
// it. Takes time in proportion to the nests.
void verify_nests(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
