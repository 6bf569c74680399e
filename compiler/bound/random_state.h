// rng and rng-get-and-update-state read and change a state behind the back of the module. Here it becomes a value.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Threads the state through the draws of the verified module, in their order, and through the calls, loops and branches
// that draw: the entry takes it as its last parameter and gives it as its last result, which is written into the
// parameter. Draws become the ops that they stand for. False where the module draws nothing: then it stays as it is.
// Throws InputError for a draw inside a function of elements.
bool add_random_state(Module& module);

} // namespace hlo2cpp
