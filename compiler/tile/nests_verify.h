// Validator of loop nests, independent of the algorithms that choose them.
#pragma once

#include "nest/nest.h"

namespace hlo2cpp {

// Throws InternalError with the nest that breaks a promise, and the reason: bodies that do not compute the kernel (see
// nest/verify.h), sums that are divided otherwise than on other targets, lanes that are not adjacent in memory,
// operands packed in the order in which the tiles read them, a scratch that holds all of it. Takes time in proportion
// to the nests.
void verify_nests(const Kernels& kernels, const LoopNests& nests);

} // namespace hlo2cpp
