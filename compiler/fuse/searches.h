// Argmax and argmin: reductions whose state is an element and its place.
#pragma once

#include "kernel/kernel.h"

namespace hlo2cpp {

// Shortens those whose elements come in the order of their places: an equal one comes later, and never takes the place.
void shorten_searches(Kernels& kernels);

} // namespace hlo2cpp
