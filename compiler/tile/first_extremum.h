// Reductions that give the place of the first largest or smallest element along a line, or of the first NaN: the form
// that JAX gives argmax and argmin. Vectors find the extremum, then its place; the piece has `lane_reduces`.
#pragma once

#include "tile/loop_nest.h"

namespace hlo2cpp {

struct FirstExtremum {
    ExprId load; // of the elements, which are neighbours along the only reduction dimension
    bool largest = true;
};

// Nothing where the kernel is of another form, or the extremum itself is needed, too.
std::optional<FirstExtremum> first_extremum(const Kernel& kernel);
// The lanes that the line fills at least twice; 1 where there are none.
std::int64_t searching_lanes(const Kernel& kernel, const Target& target);

} // namespace hlo2cpp
