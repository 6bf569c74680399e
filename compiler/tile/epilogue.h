// What becomes of the accumulators of a register tile: vectors where every op of the result has that form.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

Epilogue epilogue_of(const Kernel& kernel, const Piece& piece, bool small = false);

} // namespace hlo2cpp
