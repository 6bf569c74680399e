// Variables that nobody reads: of a reduction that changes nothing, or a decision without branches.
#pragma once

#include "tree/statement.h"

namespace hlo2cpp {

// Removes their declarations, assignments to them and blocks that become empty, and marks parameters that become
// unused.
void remove_unused(tree::Function& function);

} // namespace hlo2cpp
