// The first step of a convolution by minimal filtering: the inputs of each tile, transformed.
#pragma once

#include "program/winograd_tiles.h"

namespace hlo2cpp {

void build_winograd_inputs(WinogradTiles& tiles);

} // namespace hlo2cpp
