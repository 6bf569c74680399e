// Folds whose computation is no tree of scalar expressions: loops over places and elements whose body calls it.
//
//     for each place: accumulators = initial values; for each element of the place: accumulators = computation(...)
//
// A scan (ops/scan_window.h) goes on from place to place.
#pragma once

#include "ir/module.h"

namespace hlo2cpp {

class Expansion;

InstructionId reduce_loop(Expansion& expansion);
InstructionId reduce_window_loop(Expansion& expansion);

} // namespace hlo2cpp
