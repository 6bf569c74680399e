// Validator of loop nests, independent of the algorithms that choose them.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

// Throws InternalError with the nest that breaks a promise of loop_nest.h, and the reason: each point of a kernel in
// one piece, each loop over its whole range, each reduction dimension once, tiles of existing dimensions that are
// adjacent in memory, operands packed in the order in which the tiles read them, a scratch that holds all of it. Takes
// time in proportion to the nests.
void verify_nests(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
