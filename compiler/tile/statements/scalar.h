// The statements of a piece that computes one point at a time.
#pragma once

#include "nest/statement.h"
#include "tile/tiling.h"

namespace hlo2cpp {

nest::Body scalar_statements(const Kernel& kernel, const Piece& piece);

} // namespace hlo2cpp
