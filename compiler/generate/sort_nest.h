// A kernel that sorts, as sort_runs.h says.
#pragma once

#include "generate/expression.h"
#include "generate/program.h"

namespace hlo2cpp {

void print_sort(const Program& program, const LoopNest& nest, const Piece& piece, Emitter& emitter,
                const PointerName& pointer);

} // namespace hlo2cpp
