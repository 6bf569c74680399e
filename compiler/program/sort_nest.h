// A kernel that sorts, as tile/sort_runs.h says.
#pragma once

#include "program/emitter.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

void build_sort(const LoopNest& nest, const Piece& piece, Emitter& emitter, const Pointer& pointer);

} // namespace hlo2cpp
