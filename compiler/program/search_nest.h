// A piece whose points look for the first extremum of a line, see tile/first_extremum.h: a call of a helper each.
#pragma once

#include "program/emitter.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

void build_search_piece(Emitter& emitter, const Piece& piece, const Pointer& pointer);

} // namespace hlo2cpp
