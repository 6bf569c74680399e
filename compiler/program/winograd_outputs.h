// The last step of a convolution by minimal filtering: the products of each tile, transformed and stored.
#pragma once

#include "program/winograd_tiles.h"

namespace hlo2cpp {

void build_winograd_outputs(WinogradTiles& tiles);

} // namespace hlo2cpp
