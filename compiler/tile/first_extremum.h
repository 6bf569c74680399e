// Argmax and argmin in the form that JAX gives them: reductions whose result is the place of the first largest or
// smallest element along a line, or of the first NaN. Vectors find the extremum, then its place; the piece has
// `lane_reduces`.
#pragma once

#include "tile/tiling.h"

namespace hlo2cpp {

struct FirstExtremum {
    ExprId load; // load of the elements, which are adjacent along the only reduction dimension
    bool largest = true;
};

// The form of the kernel; nothing if it has another form, or if the value of the extremum is needed too.
std::optional<FirstExtremum> first_extremum(const Kernel& kernel);
// Vector width of the search, such that the line fills at least two vectors; 1 if there are none.
std::int64_t searching_lanes(const Kernel& kernel, const Target& target);

} // namespace hlo2cpp
