// rng and rng-get-and-update-state read and change a state behind the back of the module. Here it becomes a value.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

// Threads the state through the draws of the verified module, in their order, and through the calls, loops and branches
// that draw. The state is the entry's last parameter and its last result, which is written into the parameter. Draws
// become the ops that they stand for. If the module draws nothing, it stays as it is and the result is false. Throws
// InputError for a draw inside a function of elements.
bool add_random_state(Module& module);

} // namespace hlo2cpp
