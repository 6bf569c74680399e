// The statements of a piece of a scan.
#pragma once

#include "tile/statements/tile_loops.h"

namespace hlo2cpp {

nest::Body scan_statements(const Kernel& kernel, const Tiling& nest, const Piece& piece);

} // namespace hlo2cpp
