// Multiplication by a lane: if the machine multiplies a vector by one lane of another, several steps of a reduction run
// at once. The scalars of a row are loaded as vectors, one vector for as many steps as it has lanes.
#pragma once

#include <optional>

#include "kernel/dependence.h"
#include "tile/tiling.h"

namespace hlo2cpp {

// Factors of the term: `scalar` is the same in all lanes, and steps of dimension `step_dim` load its neighbours;
// `vector` is the same in all rows.
struct Factors {
    ExprId scalar, vector;
    ExprId half = {}; // the load of f16 that the vector is, where both are such loads and neighbours lie side by side
};

// The factors; nothing if the term is no such product.
std::optional<Factors> factors_of_steps(const Kernel& kernel, const Dependences& dependences, const Tiling& nest,
                                        const RegisterTile& tile, std::int64_t step_dim);

} // namespace hlo2cpp
