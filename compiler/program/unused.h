// Variables that nobody reads: of a reduction that changes nothing, or a decision without branches.
#pragma once

#include "tree/statement.h"

namespace hlo2cpp {

// Takes out their declarations, what sets them and the blocks that then are empty, and marks parameters that then are
// not used.
void remove_unused(tree::Function& function);

} // namespace hlo2cpp
