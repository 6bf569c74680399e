// The maximum (or minimum) of a window of several dimensions is found one dimension after the other, with the maxima
// along one dimension stored: KH + KW comparisons, not KH * KW, and the innermost elements are compared once.
//
//     x -> maxima of KH x KW      becomes      x -> maxima of KH x 1 -> maxima of 1 x KW
//
// Extremes in between are stored with the padding of the innermost dimension, so that their rows have no edges.
#pragma once

#include "layout/staging.h"

namespace hlo2cpp {

// None if the kernel is no such window, or its dimensions cannot be told apart.
std::optional<Staging> extremes_along_dimensions(const Kernel& kernel);

} // namespace hlo2cpp
