// Steps of a reduction that are taken together: where a machine multiplies a vector by one lane of another, the scalars
// of a row are loaded as vectors, one for as many steps as it has lanes.
#pragma once

#include <optional>

#include "kernel/dependence.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {

// Of the term: what is the same in all lanes, neighbours of which the steps of dimension `step_dim` load; and what is
// the same in all rows.
struct Factors {
    ExprId scalar, vector;
};

// Nothing where the term is no such product.
std::optional<Factors> factors_of_steps(const Kernel& kernel, const Dependences& dependences, const LoopNest& nest,
                                        const RegisterTile& tile, std::int64_t step_dim);

} // namespace hlo2cpp
