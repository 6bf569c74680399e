// A kernel that sorts, as tile/sort_runs.h says.
#pragma once

#include "program/emitter.h"
#include "program/input.h"

namespace hlo2cpp {

void build_sort(const ProgramInput& input, const LoopNest& nest, const Piece& piece, Emitter& emitter,
                const Pointer& pointer);

} // namespace hlo2cpp
