// Argmax and argmin in the form that JAX gives them: reductions whose result is the place of the first largest or
// smallest element along a line, or of the first NaN. Vectors find the extremum, then its place; the piece has
// `lane_reduces`.
#pragma once

#include "tile/candidate.h"
#include "tile/options.h"

namespace hlo2cpp {

struct FirstExtremum {
    ExprId load; // load of the elements, which are adjacent along the only reduction dimension
    bool largest = true;
};

// The form of the kernel; nothing if it has another form, or if the value of the extremum is needed too.
std::optional<FirstExtremum> first_extremum(const Kernel& kernel);
// Searches in vectors, of which the line fills at least two.
std::vector<Candidate> search_candidates(const Kernel& kernel, const Target& target, const TileOptions& options,
                                         double slack);

} // namespace hlo2cpp
