// Variables that nobody reads: of a reduction that changes nothing, or a decision without branches.
#pragma once

#include "tree/statement.h"

namespace hlo2cpp {

// Takes their declarations and all that sets them out, loops that do no more, and marks parameters that then are not
// used.
void remove_unused(tree::Function& function);

} // namespace hlo2cpp
