// Epilogue of a register tile: accumulators are finished as vectors if every op of the result has a vector form.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

Epilogue epilogue_of(const Kernel& kernel, const Piece& piece, bool small = false);

} // namespace hlo2cpp
