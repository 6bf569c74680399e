// Sorts, scatters and select-and-scatters whose computation is no tree of scalar expressions: loops over elements whose
// body calls it.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

class Expansion;

InstructionId sort_loop(Expansion& expansion);
InstructionId scatter_loop(Expansion& expansion);
InstructionId select_and_scatter_loop(Expansion& expansion);

} // namespace hlo2cpp
